import { Alert, Button, Group, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useConfirm } from '#client/components/ui/overlays/confirm.tsx';
import { useErrorToast } from '#client/hooks/use-error-toast.ts';
import { trpc } from '#client/lib/trpc.ts';
import type { Gallery } from '#server/contract/schemas/galleries.ts';

/** Nobody manages the gallery any more: administrators of its clubs take it over, or object to another club that did. */
export default function TakeoverNotice({ gallery }: { gallery: Gallery }) {
  const { t } = useTranslation();
  const confirm = useConfirm();
  const showError = useErrorToast(t('failed.takeover'));
  const after = { onError: showError };
  const takeOver = trpc.galleries.takeOver.useMutation(after);
  const object = trpc.galleries.objectToTakeover.useMutation(after);
  const kind = gallery.can_take_over ? 'take' : 'object';
  const act = async () => {
    const yes = await confirm({
      title: t(`takeover.${kind}_title`, { gallery: gallery.name }),
      body: t(`takeover.${kind}_body`),
      confirm: t(`takeover.${kind}`),
    });
    if (yes) (kind === 'take' ? takeOver : object).mutate({ id: gallery.id });
  };
  return (
    <Alert variant="light" my="sm">
      <Group justify="space-between" gap="sm">
        <Text size="sm">{t(`takeover.${kind}_text`)}</Text>
        <Button variant="default" loading={takeOver.isPending || object.isPending} onClick={() => void act()}>
          {t(`takeover.${kind}`)}
        </Button>
      </Group>
    </Alert>
  );
}
