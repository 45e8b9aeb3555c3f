import { useParams } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { NotAvailable } from '#client/components/ui/not-available.tsx';
import { useGallery } from '#client/features/galleries/api/get-gallery.ts';
import { GalleryError } from '#client/features/galleries/components/gallery-error.tsx';
import { GallerySkeleton } from '#client/features/galleries/components/gallery-skeleton.tsx';
import { isGlobalAdmin } from '#client/lib/roles.ts';
import { useUser } from '#client/lib/session.ts';
import { ManageGallery } from './gallery/manage-gallery.tsx';

/** For administrators, the creator, and users who may upload; each sees the actions they are allowed. */
export function ManageGalleryPage() {
  const { t } = useTranslation();
  const { galleryId } = useParams({ strict: false }) as { galleryId: string };
  const back = isGlobalAdmin(useUser()) ? '/admin/gallery' : '/gallery';
  const gallery = useGallery(galleryId);
  if (gallery.error && !gallery.data)
    return <GalleryError error={gallery.error} back={back} onRetry={() => void gallery.refetch()} />;
  if (!gallery.data) return <GallerySkeleton />;
  const { can_edit, can_upload_photos } = gallery.data.permissions;
  if (!can_edit && !can_upload_photos)
    return <NotAvailable kind="forbidden" text={t('errors.gallery_action_forbidden')} back={back} />;
  return <ManageGallery gallery={gallery.data} back={back} />;
}
