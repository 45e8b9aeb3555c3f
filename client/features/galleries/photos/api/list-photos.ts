import { useMutation } from '@tanstack/react-query';
import { getQueryKey } from '@trpc/react-query';
import { useInfinitePhotos } from '#client/hooks/use-infinite-list.ts';
import type { Filters } from '#client/hooks/use-url-filters.ts';
import { trpc, type Utils } from '#client/lib/trpc.ts';
import { listSizes } from '#server/contract/list-sizes.ts';
import type { PhotoOrder } from '#server/contract/schemas/photos.ts';

/** What is shown of a gallery: all photos or those of one person, by capture time unless another order is asked for. */
export interface ShownPhotos {
  person: string | undefined;
  order?: PhotoOrder | undefined;
  /** Words that their files say. */
  search?: string | undefined;
}

/** The order that the address names. */
export const orderOf = ({ order }: Filters): PhotoOrder | undefined =>
  order === 'added' ? order : undefined;

/** What the address shows of a gallery. */
export const shownBy = (filters: Filters): ShownPhotos => ({
  person: filters.person,
  order: orderOf(filters),
  search: filters.q,
});

/** The photos of a gallery or of one person in it, 200 per page. */
export function photoList(
  { client }: Pick<Utils, 'client'>,
  gallery_id: string,
  { person, order, search }: ShownPhotos,
) {
  const input = { gallery_id, face_id: person, order, search };
  return {
    queryKey: getQueryKey(trpc.photos.list, input, 'infinite'),
    load: (offset: number, signal: AbortSignal) =>
      client.photos.list.query({ ...input, limit: listSizes.photos, offset }, { signal }),
  };
}

/** What the file of a photo says of what is to be seen, for those who edit people. */
export const useFileMetadata = (photoId: string, enabled: boolean) =>
  trpc.photos.metadata.useQuery({ id: photoId }, { enabled, staleTime: 30_000 });

/** What readers are shown of it. The server decides at each call: nothing is kept. */
export const useCaption = (photoId: string, enabled: boolean) =>
  trpc.photos.caption.useQuery({ id: photoId }, { enabled, gcTime: 0 });

async function loadAll(
  { client }: Pick<Utils, 'client'>,
  filter: {
    gallery_id: string;
    face_id?: string | undefined;
    search?: string | undefined;
    for_print?: boolean;
  },
) {
  const photos = [];
  for (;;) {
    const page = await client.photos.list.query({
      ...filter,
      limit: listSizes.photos,
      offset: photos.length,
    });
    photos.push(...page.photos);
    if (page.photos.length === 0 || photos.length >= page.total) return photos;
  }
}

/** Loads all photos of a gallery that may be printed, for the contact sheet. */
export function usePhotosToPrint(gallery_id: string) {
  const utils = trpc.useUtils();
  return useMutation({ mutationFn: () => loadAll(utils, { gallery_id, for_print: true }) });
}

/** Lists the ids of all photos that a list has, also of those that are not loaded yet. */
export function useListPhotoIds(gallery_id: string, { person: face_id, search }: ShownPhotos) {
  const utils = trpc.useUtils();
  return async () => (await loadAll(utils, { gallery_id, face_id, search })).map(({ id }) => id);
}

/** An infinite list of photos. */
export function usePhotos(gallery_id: string, shown: ShownPhotos) {
  return useInfinitePhotos(photoList(trpc.useUtils(), gallery_id, shown));
}
