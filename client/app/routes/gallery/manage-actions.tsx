import { Button } from '@mantine/core';
import { IconCalendarX, IconLink, IconRefresh, IconUpload, IconUserShield } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useLiveGallery } from '#client/features/photos/api/live-gallery.ts';
import { useRegenerateThumbnails } from '#client/features/photos/api/regenerate-thumbnails.ts';
import { useFormat } from '#client/lib/use-format.ts';
import type { Gallery } from '#server/contract/schemas/galleries.ts';
import classes from './manage-actions.module.css';

export type GalleryDialog = 'access' | 'links' | 'upload' | 'retention';

interface ManageActionsProps {
  gallery: Gallery;
  onOpen: (dialog: GalleryDialog) => void;
}

/** The actions of a gallery besides editing its details. */
export function ManageActions({ gallery, onOpen }: ManageActionsProps) {
  const { t } = useTranslation();
  const { date, number } = useFormat();
  const regenerate = useRegenerateThumbnails();
  const renewing = useLiveGallery(gallery.id).data?.pending_renditions ?? 0;
  const { can_manage_access, can_create_sharing_links, can_upload_photos, can_delete } = gallery.permissions;
  return (
    <div className={classes.actions}>
      {can_upload_photos && (
        <Button
          onClick={() => onOpen('upload')}
          leftSection={<IconUpload size={18} stroke={1.7} aria-hidden="true" />}
        >
          {t('photos.upload')}
        </Button>
      )}
      {can_manage_access && (
        <Button
          variant="default"
          onClick={() => onOpen('access')}
          leftSection={<IconUserShield size={18} stroke={1.7} aria-hidden="true" />}
        >
          {t('access.title')}
        </Button>
      )}
      {can_create_sharing_links && (
        <Button
          variant="default"
          onClick={() => onOpen('links')}
          leftSection={<IconLink size={18} stroke={1.7} aria-hidden="true" />}
        >
          {t('share_links.title')}
        </Button>
      )}
      {can_upload_photos && (
        <Button
          variant="default"
          loading={regenerate.isPending}
          disabled={renewing > 0}
          onClick={() => regenerate.mutate({ id: gallery.id })}
          leftSection={<IconRefresh size={18} stroke={1.7} aria-hidden="true" />}
        >
          {renewing > 0
            ? t('photos.renewing', { count: renewing, n: number(renewing) })
            : t('galleries.regenerate')}
        </Button>
      )}
      {can_delete && (
        <Button
          variant="default"
          onClick={() => onOpen('retention')}
          leftSection={<IconCalendarX size={18} stroke={1.7} aria-hidden="true" />}
        >
          {gallery.kept_until
            ? t('retention.until', { date: date(gallery.kept_until) })
            : t('retention.title')}
        </Button>
      )}
    </div>
  );
}
