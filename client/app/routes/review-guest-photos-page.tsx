import { useParams } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { NotAvailable } from '#client/components/ui/feedback/not-available.tsx';
import { Page } from '#client/components/ui/layout/page.tsx';
import { PageHeader } from '#client/components/ui/layout/page-header.tsx';
import { useLiveGallery } from '#client/features/galleries/photos/api/live-gallery.ts';
import { GuestPhotosReview } from '#client/features/sharing/guest-photos/components/guest-photos-review.tsx';
import { LoadedGallery } from './gallery/loaded-gallery.tsx';

/** /gallery/:id/guest-photos: photos from guests that wait, for those who may decide about them. */
export function ReviewGuestPhotosPage() {
  const { t } = useTranslation();
  const { galleryId } = useParams({ from: '/signed-in/gallery/$galleryId/guest-photos' });
  const back = `/gallery/${galleryId}`;
  useLiveGallery(galleryId);
  return (
    <LoadedGallery galleryId={galleryId} back="/gallery">
      {({ name, permissions }) =>
        permissions.can_decide_guest_photos ? (
          <Page wide>
            <PageHeader title={t('guest_photos.title')} back={back} facts={<span>{name}</span>} />
            <GuestPhotosReview galleryId={galleryId} />
          </Page>
        ) : (
          <NotAvailable kind="forbidden" text={t('errors.gallery_action_forbidden')} back={back} />
        )
      }
    </LoadedGallery>
  );
}
