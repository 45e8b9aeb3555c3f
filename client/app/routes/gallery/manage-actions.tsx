import { Button, Group, Input, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { ButtonLink } from '#client/components/ui/elements/links.tsx';
import { useLiveGallery } from '#client/features/galleries/photos/api/live-gallery.ts';
import { useRegenerateThumbnails } from '#client/features/galleries/photos/api/regenerate-thumbnails.ts';
import { useFormat } from '#client/hooks/use-format.ts';
import { IconCalendarX } from '#client/icons/calendar-x.ts';
import { IconLink } from '#client/icons/link.ts';
import { IconPhotoStar } from '#client/icons/photo-star.ts';
import { IconRefresh } from '#client/icons/refresh.ts';
import { IconTrash } from '#client/icons/trash.ts';
import { IconUpload } from '#client/icons/upload.ts';
import { IconUserShield } from '#client/icons/user-shield.ts';
import type { Gallery } from '#server/contract/schemas/galleries.ts';
import classes from './manage-actions.module.css';
import { useConfirmDeleteGallery } from './use-confirm-delete-gallery.ts';

export type GalleryDialog = 'access' | 'links' | 'upload' | 'retention';

interface ManageActionsProps {
  gallery: Gallery;
  onOpen: (dialog: GalleryDialog) => void;
}

/** Cover and access, which are changed elsewhere and read as fields of the form. */
export function CoverAndAccess({ gallery, onOpen }: ManageActionsProps) {
  const { t } = useTranslation();
  const { can_manage_access, can_set_cover } = gallery.permissions;
  return (
    <>
      {can_set_cover && gallery.preview_url && (
        <Input.Wrapper label={t('photos.cover_photo')} labelElement="div">
          <Group gap="md">
            <img src={gallery.preview_url} alt={t('photos.cover_photo')} className={classes.cover} />
            <ButtonLink
              to="/gallery/$galleryId"
              params={{ galleryId: gallery.id }}
              variant="default"
              leftSection={<IconPhotoStar size={18} stroke={1.7} />}
            >
              {t('photos.choose_cover')}
            </ButtonLink>
            <Text size="sm" c="dimmed" flex="1 1 200px">
              {t(gallery.cover_photo_id ? 'photos.cover_chosen' : 'photos.cover_first')}
            </Text>
          </Group>
        </Input.Wrapper>
      )}
      {can_manage_access && (
        <Input.Wrapper label={t('gallery_form.access')} labelElement="div">
          <div>
            <Button
              variant="default"
              onClick={() => onOpen('access')}
              leftSection={<IconUserShield size={18} stroke={1.7} />}
            >
              {t('access.title')}
            </Button>
          </div>
        </Input.Wrapper>
      )}
    </>
  );
}

/** What can be done with a gallery besides editing it; deleting it last. */
export function ManageActions({ gallery, back, onOpen }: ManageActionsProps & { back: string }) {
  const { t } = useTranslation();
  const { date, number } = useFormat();
  const regenerate = useRegenerateThumbnails();
  const remove = useConfirmDeleteGallery(gallery, back);
  const renewing = useLiveGallery(gallery.id).data?.pending_renditions ?? 0;
  const { can_create_sharing_links, can_upload_photos, can_delete } = gallery.permissions;
  const opens = (dialog: GalleryDialog, label: string, Icon: typeof IconLink) => (
    <Button variant="default" onClick={() => onOpen(dialog)} leftSection={<Icon size={18} stroke={1.7} />}>
      {label}
    </Button>
  );
  return (
    <Group gap="sm" maw={720}>
      {can_upload_photos && opens('upload', t('photos.upload'), IconUpload)}
      {can_create_sharing_links && opens('links', t('share_links.title'), IconLink)}
      {can_delete &&
        opens(
          'retention',
          gallery.kept_until
            ? t('retention.until', { date: date(gallery.kept_until) })
            : t('retention.title'),
          IconCalendarX,
        )}
      {can_upload_photos && (
        <Button
          variant="default"
          loading={regenerate.isPending}
          disabled={renewing > 0}
          onClick={() => regenerate.mutate({ id: gallery.id })}
          leftSection={<IconRefresh size={18} stroke={1.7} />}
        >
          {renewing > 0
            ? t('photos.renewing', { count: renewing, n: number(renewing) })
            : t('gallery_form.regenerate')}
        </Button>
      )}
      {can_delete && (
        <Button
          variant="default"
          c="var(--cl-bad)"
          loading={remove.pending}
          onClick={() => void remove.ask()}
          leftSection={<IconTrash size={18} stroke={1.7} />}
        >
          {t('galleries.delete')}
        </Button>
      )}
    </Group>
  );
}
