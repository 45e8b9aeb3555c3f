import { trpc } from '#client/lib/trpc.ts';

/** The deleted galleries that the viewer may restore, last deleted first. */
export function useDeletedGalleries() {
  return trpc.galleries.deleted.useQuery();
}

export function useRestoringGallery() {
  const utils = trpc.useUtils();
  return trpc.galleries.restore.useMutation({ onSettled: () => utils.galleries.invalidate() });
}

export function usePurgeGallery() {
  const utils = trpc.useUtils();
  return trpc.galleries.purge.useMutation({ onSettled: () => utils.galleries.deleted.invalidate() });
}
