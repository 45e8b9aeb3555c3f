import { Button } from '@mantine/core';
import {
  IconCalendarX,
  IconLink,
  IconPhotoStar,
  IconRefresh,
  IconTrash,
  IconUpload,
  IconUserShield,
} from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { ButtonLink } from '#client/components/ui/elements/links.tsx';
import { useLiveGallery } from '#client/features/galleries/photos/api/live-gallery.ts';
import { useRegenerateThumbnails } from '#client/features/galleries/photos/api/regenerate-thumbnails.ts';
import { useFormat } from '#client/hooks/use-format.ts';
import type { Gallery } from '#server/contract/schemas/galleries.ts';
import classes from './manage-actions.module.css';
import { useConfirmDeleteGallery } from './use-confirm-delete-gallery.ts';

export type GalleryDialog = 'access' | 'links' | 'upload' | 'retention';

interface ManageActionsProps {
  gallery: Gallery;
  onOpen: (dialog: GalleryDialog) => void;
}

/** The actions of a gallery besides editing its details, each with a sentence. */
export function ManageActions({ gallery, onOpen }: ManageActionsProps) {
  const { t } = useTranslation();
  const { date, number } = useFormat();
  const regenerate = useRegenerateThumbnails();
  const renewing = useLiveGallery(gallery.id).data?.pending_renditions ?? 0;
  const { can_manage_access, can_create_sharing_links, can_upload_photos, can_delete, can_set_cover } =
    gallery.permissions;
  const opens = (dialog: GalleryDialog, label: string, Icon: typeof IconLink) => (
    <Button
      variant="default"
      onClick={() => onOpen(dialog)}
      leftSection={<Icon size={18} stroke={1.7} aria-hidden="true" />}
    >
      {label}
    </Button>
  );
  return (
    <ul className={classes.rows}>
      {can_upload_photos && (
        <Row text={t('gallery_form.upload_text')}>{opens('upload', t('photos.upload'), IconUpload)}</Row>
      )}
      {can_set_cover && gallery.preview_url && (
        <Row
          text={
            <span className={classes.cover}>
              <img src={gallery.preview_url} alt={t('photos.cover_photo')} />
              <span>
                {t(gallery.cover_photo_id ? 'photos.cover_chosen' : 'photos.cover_first')}{' '}
                {t('photos.cover_how')}
              </span>
            </span>
          }
        >
          <ButtonLink
            to="/gallery/$galleryId"
            params={{ galleryId: gallery.id }}
            variant="default"
            leftSection={<IconPhotoStar size={18} stroke={1.7} aria-hidden="true" />}
          >
            {t('photos.choose_cover')}
          </ButtonLink>
        </Row>
      )}
      {can_create_sharing_links && (
        <Row text={t('gallery_form.links_text')}>{opens('links', t('share_links.title'), IconLink)}</Row>
      )}
      {can_manage_access && (
        <Row text={t('gallery_form.access_text')}>{opens('access', t('access.title'), IconUserShield)}</Row>
      )}
      {can_delete && (
        <Row
          text={
            gallery.kept_until
              ? t('retention.until', { date: date(gallery.kept_until) })
              : t('gallery_form.retention_text')
          }
        >
          {opens('retention', t('retention.title'), IconCalendarX)}
        </Row>
      )}
      {can_upload_photos && (
        <Row
          text={
            renewing > 0
              ? t('photos.renewing', { count: renewing, n: number(renewing) })
              : t('gallery_form.regenerate_text')
          }
        >
          <Button
            variant="default"
            loading={regenerate.isPending}
            disabled={renewing > 0}
            onClick={() => regenerate.mutate({ id: gallery.id })}
            leftSection={<IconRefresh size={18} stroke={1.7} aria-hidden="true" />}
          >
            {t('gallery_form.regenerate')}
          </Button>
        </Row>
      )}
    </ul>
  );
}

/** Stands last on the page, away from what is pressed often. */
export function DeleteGallery({ gallery, back }: { gallery: Gallery; back: string }) {
  const { t } = useTranslation();
  const remove = useConfirmDeleteGallery(gallery, back);
  return (
    <ul className={classes.rows}>
      <Row text={t('photos.gallery_delete_text')}>
        <Button
          variant="default"
          c="var(--cl-bad)"
          loading={remove.pending}
          onClick={() => void remove.ask()}
          leftSection={<IconTrash size={18} stroke={1.7} aria-hidden="true" />}
        >
          {t('galleries.delete')}
        </Button>
      </Row>
    </ul>
  );
}

function Row({ text, children }: { text: ReactNode; children: ReactNode }) {
  return (
    <li className={classes.row}>
      <span>{text}</span>
      {children}
    </li>
  );
}
