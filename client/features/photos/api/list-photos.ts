import { useMutation } from '@tanstack/react-query';
import { getQueryKey } from '@trpc/react-query';
import { trpc, type Utils } from '#client/lib/trpc.ts';
import { useInfinitePhotos } from '#client/lib/use-infinite-photos.ts';
import { listSizes } from '#server/contract/list-sizes.ts';

/** The photos of a gallery or of one person in it, 200 per page. */
export function photoList(
  { client }: Pick<Utils, 'client'>,
  gallery_id: string,
  face_id: string | undefined,
) {
  const input = { gallery_id, face_id };
  return {
    queryKey: getQueryKey(trpc.photos.list, input, 'infinite'),
    load: (offset: number, signal: AbortSignal) =>
      client.photos.list.query({ ...input, limit: listSizes.photos, offset }, { signal }),
  };
}

/** Loads all photos of a gallery, for the contact sheet. */
export function useAllPhotos(gallery_id: string) {
  const { load } = photoList(trpc.useUtils(), gallery_id, undefined);
  return useMutation({
    mutationFn: async () => {
      const { signal } = new AbortController();
      const photos = [];
      for (;;) {
        const page = await load(photos.length, signal);
        photos.push(...page.photos);
        if (page.photos.length === 0 || photos.length >= page.total) return photos;
      }
    },
  });
}

/** An infinite list of photos. */
export function usePhotos(gallery_id: string, face_id: string | undefined) {
  return useInfinitePhotos(photoList(trpc.useUtils(), gallery_id, face_id));
}
