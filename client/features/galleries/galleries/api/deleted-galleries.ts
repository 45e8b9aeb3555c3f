import { trpc } from '#client/lib/trpc.ts';

/** The deleted galleries that the viewer may restore, last deleted first. */
export function useDeletedGalleries() {
  return trpc.galleries.deleted.useQuery();
}

export const useRestoringGallery = () => trpc.galleries.restore.useMutation();
export const usePurgeGallery = () => trpc.galleries.purge.useMutation();
