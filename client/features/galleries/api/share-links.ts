import { trpc } from '#client/lib/trpc.ts';

export function useShareLinks(galleryId: string) {
  return trpc.shareLinks.list.useQuery({ id: galleryId });
}

/** Who would be seen by a link to the whole gallery, or if it becomes public. */
export function useSharingCheck(galleryId: string, enabled: boolean) {
  return trpc.shareLinks.check.useQuery({ id: galleryId }, { enabled });
}

/** The same, asked when a button was pressed. */
export function useAskSharingCheck() {
  const utils = trpc.useUtils();
  return (galleryId: string) => utils.shareLinks.check.fetch({ id: galleryId });
}

export function useChangeShareLinks() {
  const utils = trpc.useUtils();
  const invalidateAfter = { onSuccess: () => utils.shareLinks.invalidate() };
  return {
    create: trpc.shareLinks.create.useMutation(invalidateAfter),
    update: trpc.shareLinks.update.useMutation(invalidateAfter),
    remove: trpc.shareLinks.delete.useMutation(invalidateAfter),
  };
}
