import { getQueryKey } from '@trpc/react-query';
import { trpc } from '#client/lib/trpc.ts';
import { usePhotoPages } from '#client/lib/use-photo-pages.ts';
import { limits } from '#server/contract/limits.ts';

/** The photos of a gallery, or of one person in it, 200 at a time for as long as somebody scrolls. */
export function usePhotos(gallery_id: string, face_id: string | undefined) {
  const { client } = trpc.useUtils();
  const input = { gallery_id, face_id };
  return usePhotoPages({
    queryKey: getQueryKey(trpc.photos.list, input, 'infinite'),
    load: (offset, signal) =>
      client.photos.list.query({ ...input, limit: limits.photosPerLoad, offset }, { signal }),
  });
}
