import { useParams } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { NotAvailable } from '#client/components/ui/not-available.tsx';
import { Page } from '#client/components/ui/page.tsx';
import { PageHeader } from '#client/components/ui/page-header.tsx';
import { useGallery } from '#client/features/galleries/api/get-gallery.ts';
import { GalleryError } from '#client/features/galleries/components/gallery-error.tsx';
import { GallerySkeleton } from '#client/features/galleries/components/gallery-skeleton.tsx';
import { TakedownList } from '#client/features/takedowns/components/takedown-list.tsx';

/** /gallery/:id/takedowns: requests to take photos down, for those who may decide about them. */
export function TakedownsPage() {
  const { t } = useTranslation();
  const { galleryId } = useParams({ from: '/signed-in/gallery/$galleryId/takedowns' });
  const back = `/gallery/${galleryId}`;
  const gallery = useGallery(galleryId);
  if (gallery.error && !gallery.data)
    return <GalleryError error={gallery.error} back="/gallery" onRetry={() => void gallery.refetch()} />;
  if (!gallery.data) return <GallerySkeleton />;
  if (!gallery.data.permissions.can_decide_takedowns)
    return <NotAvailable kind="forbidden" text={t('errors.gallery_action_forbidden')} back={back} />;
  return (
    <Page>
      <PageHeader title={t('takedowns.title')} back={back} facts={<span>{gallery.data.name}</span>} />
      <TakedownList galleryId={galleryId} />
    </Page>
  );
}
