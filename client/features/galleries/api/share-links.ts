import { trpc } from '#client/lib/trpc.ts';

export function useShareLinks(galleryId: string) {
  return trpc.links.list.useQuery({ id: galleryId });
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
