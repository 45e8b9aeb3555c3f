import { Button, Group, Skeleton, Stack, Text } from '@mantine/core';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { CopyButton } from '#client/components/ui/copy-button.tsx';
import { Dialog } from '#client/components/ui/dialog.tsx';
import { ErrorState } from '#client/components/ui/error-state.tsx';
import { QrCode } from '#client/components/ui/qr-code.tsx';
import { ShareButton } from '#client/components/ui/share-button.tsx';
import { useFormat } from '#client/lib/use-format.ts';
import type { Gallery } from '#server/contract/schemas/galleries.ts';
import { useChangeShareLinks, useShareLinks } from '../api/share-links.ts';
import { copyNewLink } from './copy-new-link.ts';

interface QuickShareDialogProps {
  gallery: Gallery;
  onClose: () => void;
  /** Opens the list of links, with the form of this one. */
  onOptions: (linkId: string) => void;
}

/** The newest open link to the whole gallery as a code, made and copied where there is none. */
export function QuickShareDialog({ gallery, onClose, onOptions }: QuickShareDialogProps) {
  const { t } = useTranslation();
  const { number } = useFormat();
  const links = useShareLinks(gallery.id);
  const { create } = useChangeShareLinks();
  const link = links.data?.links.find(({ scope, status }) => scope === 'gallery' && status === 'active');
  const isMissing = links.isSuccess && !links.isFetching && !link;
  const asked = useRef(false);
  const make = () => create.mutate({ id: gallery.id }, { onSuccess: ({ url }) => void copyNewLink(t, url) });
  useEffect(() => {
    if (!isMissing || asked.current) return;
    asked.current = true;
    make();
  });
  const error = create.error ?? links.error;
  return (
    <Dialog opened onClose={onClose} title={t('share_links.share')} size="sm">
      {error && (
        <ErrorState
          title={t(create.error ? 'failed.link_save' : 'failed.links_load')}
          error={error}
          onRetry={() => (create.error ? make() : void links.refetch())}
        />
      )}
      {!error && !link && <Skeleton h={420} />}
      {link && (
        <Stack gap="md">
          <Text size="sm">
            {t(link.has_password ? 'share_links.quick_password' : 'share_links.quick', {
              count: link.photo_count,
              n: number(link.photo_count),
            })}
          </Text>
          {link.kept_inside > 0 && (
            <Text size="sm" c="dimmed">
              {t('share_links.kept_inside', { count: link.kept_inside, n: number(link.kept_inside) })}
            </Text>
          )}
          <Stack gap={0} align="center">
            <QrCode url={link.url} title={t('share_links.code_named', { name: gallery.name })} />
          </Stack>
          <Group gap="xs">
            <ShareButton url={link.url} title={gallery.name} />
            <CopyButton value={link.url} label={t('share_links.copy')} />
            <Button variant="subtle" onClick={() => onOptions(link.id)}>
              {t('share_links.options')}
            </Button>
          </Group>
        </Stack>
      )}
    </Dialog>
  );
}
