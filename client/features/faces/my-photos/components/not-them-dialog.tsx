import { Button, Stack, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Dialog } from '#client/components/ui/overlays/dialog.tsx';
import { useFormat } from '#client/hooks/use-format.ts';

interface NotThemDialogProps {
  name: string;
  /** On how many photos the person is. */
  count: number;
  /** Missing where the family may not say it about one photo. */
  onThisPhoto: (() => void) | undefined;
  onAll: () => void;
  onClose: () => void;
}

/** Asks whether "not Mia" is meant of one photo or of all that show the same person. */
export default function NotThemDialog({ name, count, onThisPhoto, onAll, onClose }: NotThemDialogProps) {
  const { t } = useTranslation();
  const { number } = useFormat();
  const then = (say: () => void) => () => {
    onClose();
    say();
  };
  return (
    <Dialog opened onClose={onClose} title={t('my_photos.not_them', { name })} size="sm" zIndex={400}>
      <Stack gap="sm">
        {!onThisPhoto && <Text>{t('my_photos.on_photos', { count, n: number(count) })}</Text>}
        {onThisPhoto && (
          <Button data-autofocus onClick={then(onThisPhoto)}>
            {t('my_photos.not_on_this')}
          </Button>
        )}
        <Button variant="default" onClick={then(onAll)}>
          {t('my_photos.not_on_all', { n: number(count) })}
        </Button>
      </Stack>
    </Dialog>
  );
}
