import { Button, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useErrorToast } from '#client/hooks/use-error-toast.ts';
import { IconEyeOff } from '#client/icons/eye-off.ts';
import { toast } from '#client/lib/toast.ts';
import type { Takedown } from '#server/contract/schemas/takedowns.ts';
import { useHidePhoto } from '../api/takedowns.ts';
import classes from './takedown-card.module.css';

/** Other galleries that show the file of a hidden photo, each to hide it there. */
export function SameFile({ photos }: { photos: Takedown['same_file'] }) {
  const { t } = useTranslation();
  const showError = useErrorToast(t('failed.takedown_decide'));
  const hide = useHidePhoto();
  return photos.map(({ photo_id, gallery_name: gallery }) => (
    <div key={photo_id} className={classes.actions}>
      <Text size="sm">{t('takedowns.same_file', { gallery })}</Text>
      <Button
        variant="default"
        leftSection={<IconEyeOff size={18} />}
        aria-label={t('takedowns.hide_there_named', { gallery })}
        loading={hide.isPending && hide.variables.id === photo_id}
        disabled={hide.isPending}
        onClick={() =>
          hide
            .mutateAsync({ id: photo_id })
            .then(() => toast.success(t('takedowns.hidden_there', { gallery })), showError)
        }
      >
        {t('takedowns.hide_there')}
      </Button>
    </div>
  ));
}
