import { Button, Group, Stack, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { RenderSharingCheck } from '#client/hooks/use-checked.ts';
import { useShareLinks } from '../api/share-links.ts';
import { useJoinChecked } from './use-join-checked.ts';

/** Those who share another gallery of the event and ask to show this one by the same link. */
export function AskedByLinks({
  galleryId,
  renderCheck,
}: {
  galleryId: string;
  renderCheck: RenderSharingCheck;
}) {
  const { t } = useTranslation();
  const asked = useShareLinks(galleryId).data?.asked ?? [];
  const { join, leave, busy, dialog } = useJoinChecked(renderCheck);
  return (
    <>
      {asked.map(({ link_id, asked_by }) => (
        <Stack key={link_id} gap="xs">
          <Text size="sm">{t('share_links.asked_by', { name: asked_by ?? t('share_links.somebody') })}</Text>
          <Group gap="xs">
            <Button disabled={busy} onClick={() => void join(galleryId, link_id)}>
              {t('share_links.add_this')}
            </Button>
            <Button variant="default" disabled={busy} onClick={() => leave(galleryId, link_id)}>
              {t('share_links.decline')}
            </Button>
          </Group>
        </Stack>
      ))}
      {dialog}
    </>
  );
}
