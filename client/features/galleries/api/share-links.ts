import { trpc } from '#client/lib/trpc.ts';

export function useShareLinks(galleryId: string) {
  return trpc.links.list.useQuery({ id: galleryId });
}

/** Who would be seen by a link to the whole gallery, or if it becomes public. */
export function useSharingCheck(galleryId: string, enabled: boolean) {
  return trpc.links.check.useQuery({ id: galleryId }, { enabled });
}

/** The same, asked when a button was pressed. */
export function useAskSharingCheck() {
  const utils = trpc.useUtils();
  return (galleryId: string) => utils.links.check.fetch({ id: galleryId });
}

export function useChangeShareLinks() {
  const utils = trpc.useUtils();
  const invalidateAfter = { onSuccess: () => utils.links.invalidate() };
  return {
    create: trpc.links.create.useMutation(invalidateAfter),
    update: trpc.links.update.useMutation(invalidateAfter),
    remove: trpc.links.delete.useMutation(invalidateAfter),
  };
}
