import { useParams } from '@tanstack/react-router';
import { useGallery } from '#client/features/galleries/api/get-gallery.ts';
import { GalleryError } from '#client/features/galleries/components/gallery-error.tsx';
import { GallerySkeleton } from '#client/features/galleries/components/gallery-skeleton.tsx';
import { usePeople } from '#client/features/gallery-people/api/list-people.ts';
import { usePhotos } from '#client/features/photos/api/list-photos.ts';
import { isGlobalAdmin } from '#client/lib/roles.ts';
import { useUser } from '#client/lib/session.ts';
import { useUrlFilters } from '#client/lib/use-url-filters.ts';
import { GalleryView } from './gallery/gallery-view.tsx';

/** /gallery/:id and /admin/gallery/:id; only the back link differs. */
export function GalleryPage() {
  const { galleryId } = useParams({ strict: false }) as { galleryId: string };
  const back = isGlobalAdmin(useUser()) ? '/admin/gallery' : '/gallery';
  const gallery = useGallery(galleryId);
  // Loaded in parallel with the gallery.
  usePhotos(galleryId, useUrlFilters().filters.person);
  usePeople(galleryId);
  if (gallery.data) return <GalleryView key={galleryId} gallery={gallery.data} back={back} />;
  if (gallery.error)
    return <GalleryError error={gallery.error} back={back} onRetry={() => void gallery.refetch()} />;
  return <GallerySkeleton />;
}
