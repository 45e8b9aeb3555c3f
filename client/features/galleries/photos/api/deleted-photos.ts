import { getQueryKey } from '@trpc/react-query';
import { useInfinitePhotos } from '#client/hooks/use-infinite-list.ts';
import { trpc, type Utils } from '#client/lib/trpc.ts';
import { listSizes } from '#server/contract/list-sizes.ts';

/** The deleted photos of a gallery that can be restored, last deleted first. */
export function deletedPhotoList({ client }: Pick<Utils, 'client'>, id: string) {
  return {
    queryKey: getQueryKey(trpc.deletedPhotos.list, { id }, 'infinite'),
    load: (offset: number, signal: AbortSignal) =>
      client.deletedPhotos.list.query({ id, limit: listSizes.photos, offset }, { signal }),
  };
}

export function useDeletedPhotos(galleryId: string) {
  return useInfinitePhotos(deletedPhotoList(trpc.useUtils(), galleryId));
}

export const useRestorePhotos = () => trpc.deletedPhotos.restore.useMutation();
export const usePurgeDeletedPhotos = () => trpc.deletedPhotos.purge.useMutation();
