import { getQueryKey } from '@trpc/react-query';
import { trpc, type Utils } from '#client/lib/trpc.ts';
import { usePhotoPages } from '#client/lib/use-photo-pages.ts';
import { limits } from '#server/contract/limits.ts';

/** The photos of a gallery, or of one person in it, 200 at a time. */
export function photosOf({ client }: Pick<Utils, 'client'>, gallery_id: string, face_id: string | undefined) {
  const input = { gallery_id, face_id };
  return {
    queryKey: getQueryKey(trpc.photos.list, input, 'infinite'),
    load: (offset: number, signal: AbortSignal) =>
      client.photos.list.query({ ...input, limit: limits.photosPerLoad, offset }, { signal }),
  };
}

/** For as long as somebody scrolls. */
export function usePhotos(gallery_id: string, face_id: string | undefined) {
  return usePhotoPages(photosOf(trpc.useUtils(), gallery_id, face_id));
}
