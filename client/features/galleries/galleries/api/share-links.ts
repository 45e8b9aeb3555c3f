import { trpc } from '#client/lib/trpc.ts';

export function useShareLinks(galleryId: string) {
  return trpc.shareLinks.list.useQuery({ id: galleryId });
}

export function useChangeShareLinks() {
  const utils = trpc.useUtils();
  // Also on failure: somebody else may have changed the link meanwhile.
  const invalidateAfter = { onSettled: () => utils.shareLinks.invalidate() };
  return {
    create: trpc.shareLinks.create.useMutation(invalidateAfter),
    update: trpc.shareLinks.update.useMutation(invalidateAfter),
    remove: trpc.shareLinks.delete.useMutation(invalidateAfter),
  };
}
