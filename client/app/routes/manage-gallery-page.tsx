import { useParams } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { NotAvailable } from '#client/components/ui/feedback/not-available.tsx';
import { isGlobalAdmin } from '#client/lib/has-required-role.ts';
import { useUser } from '#client/lib/session.ts';
import { LoadedGallery } from './gallery/loaded-gallery.tsx';
import { ManageGallery } from './gallery/manage-gallery.tsx';

/** For administrators, the creator, and users who may upload; each sees the actions they are allowed. */
export function ManageGalleryPage() {
  const { t } = useTranslation();
  const { galleryId } = useParams({ strict: false }) as { galleryId: string };
  const back = isGlobalAdmin(useUser()) ? '/admin/gallery' : '/gallery';
  return (
    <LoadedGallery galleryId={galleryId} back={back}>
      {(gallery) =>
        gallery.permissions.can_edit || gallery.permissions.can_upload_photos ? (
          <ManageGallery gallery={gallery} back={back} />
        ) : (
          <NotAvailable kind="forbidden" text={t('errors.gallery_action_forbidden')} back={back} />
        )
      }
    </LoadedGallery>
  );
}
