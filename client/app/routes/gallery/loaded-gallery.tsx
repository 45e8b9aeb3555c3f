import type { ReactNode } from 'react';
import { useGallery } from '#client/features/galleries/galleries/api/get-gallery.ts';
import { useIsDeletedHere } from '#client/features/galleries/galleries/api/save-gallery.ts';
import { GalleryError, isClosed } from '#client/features/galleries/galleries/components/gallery-error.tsx';
import { GallerySkeleton } from '#client/features/galleries/galleries/components/gallery-skeleton.tsx';
import type { Gallery } from '#server/contract/schemas/galleries.ts';

interface LoadedGalleryProps {
  galleryId: string;
  back: string;
  children: (gallery: Gallery) => ReactNode;
}

/** A page about a gallery: its skeleton first, and why there is nothing to see where it is closed to the viewer, or gone. */
export function LoadedGallery({ galleryId, back, children }: LoadedGalleryProps) {
  const gallery = useGallery(galleryId);
  const isLeaving = useIsDeletedHere(galleryId);
  // What was loaded stays after a failure, but not where the gallery was closed or deleted while the page was open.
  if (gallery.data && (isLeaving || !isClosed(gallery.error))) return children(gallery.data);
  if (gallery.error)
    return <GalleryError error={gallery.error} back={back} onRetry={() => void gallery.refetch()} />;
  return <GallerySkeleton />;
}
