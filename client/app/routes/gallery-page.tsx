import { useParams } from '@tanstack/react-router';
import { usePeople } from '#client/features/faces/gallery-people/api/list-people.ts';
import { shownBy, usePhotos } from '#client/features/galleries/photos/api/list-photos.ts';
import { useUrlFilters } from '#client/hooks/use-url-filters.ts';
import { isGlobalAdmin } from '#client/lib/has-required-role.ts';
import { useUser } from '#client/lib/session.ts';
import { GalleryView } from './gallery/gallery-view.tsx';
import { LoadedGallery } from './gallery/loaded-gallery.tsx';

/** /gallery/:id and /admin/gallery/:id; only the back link differs. */
export function GalleryPage() {
  const { galleryId } = useParams({ strict: false }) as { galleryId: string };
  const back = isGlobalAdmin(useUser()) ? '/admin/gallery' : '/gallery';
  // Loaded in parallel with the gallery.
  const { filters } = useUrlFilters();
  usePhotos(galleryId, shownBy(filters));
  usePeople(galleryId);
  return (
    <LoadedGallery galleryId={galleryId} back={back}>
      {(gallery) => <GalleryView key={galleryId} gallery={gallery} back={back} />}
    </LoadedGallery>
  );
}
