import { useParams } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { NotAvailable } from '#client/components/ui/not-available.tsx';
import { Page } from '#client/components/ui/page.tsx';
import { PageHeader } from '#client/components/ui/page-header.tsx';
import { useGallery } from '#client/features/galleries/api/get-gallery.ts';
import { GalleryError } from '#client/features/galleries/components/gallery-error.tsx';
import { GallerySkeleton } from '#client/features/galleries/components/gallery-skeleton.tsx';
import { GuestPhotosReview } from '#client/features/guest-photos/components/guest-photos-review.tsx';

/** /gallery/:id/guest-photos: photos from guests that wait, for those who may decide about them. */
export function ReviewGuestPhotosPage() {
  const { t } = useTranslation();
  const { galleryId } = useParams({ from: '/signed-in/gallery/$galleryId/guest-photos' });
  const back = `/gallery/${galleryId}`;
  const gallery = useGallery(galleryId);
  if (gallery.error && !gallery.data)
    return <GalleryError error={gallery.error} back="/gallery" onRetry={() => void gallery.refetch()} />;
  if (!gallery.data) return <GallerySkeleton />;
  if (!gallery.data.permissions.can_decide_guest_photos)
    return <NotAvailable kind="forbidden" text={t('errors.gallery_action_forbidden')} back={back} />;
  return (
    <Page wide>
      <PageHeader title={t('guest_photos.title')} back={back} facts={<span>{gallery.data.name}</span>} />
      <GuestPhotosReview galleryId={galleryId} />
    </Page>
  );
}
