import { useParams } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { NotAvailable } from '#client/components/ui/feedback/not-available.tsx';
import { Page } from '#client/components/ui/layout/page.tsx';
import { PageHeader } from '#client/components/ui/layout/page-header.tsx';
import { useLiveGallery } from '#client/features/galleries/photos/api/live-gallery.ts';
import { DeletedPhotos } from '#client/features/galleries/photos/components/deleted-photos.tsx';
import { LoadedGallery } from './gallery/loaded-gallery.tsx';

/** /gallery/:id/deleted: deleted photos that can be restored, for those who may delete photos there. */
export function DeletedPhotosPage() {
  const { t } = useTranslation();
  const { galleryId } = useParams({ from: '/signed-in/gallery/$galleryId/deleted' });
  const back = `/gallery/${galleryId}`;
  useLiveGallery(galleryId);
  return (
    <LoadedGallery galleryId={galleryId} back="/gallery">
      {(gallery) =>
        gallery.permissions.can_delete_photos ? (
          <Page wide>
            <PageHeader title={t('deleted_photos.title')} back={back} facts={<span>{gallery.name}</span>} />
            <DeletedPhotos gallery={gallery} />
          </Page>
        ) : (
          <NotAvailable kind="forbidden" text={t('errors.gallery_action_forbidden')} back={back} />
        )
      }
    </LoadedGallery>
  );
}
