import { trpc } from '#client/lib/trpc.ts';

export function useShareLinks(galleryId: string) {
  return trpc.links.list.useQuery({ id: galleryId });
}

export function useChangeShareLinks() {
  const utils = trpc.useUtils();
  const settle = { onSuccess: () => utils.links.invalidate() };
  return {
    create: trpc.links.create.useMutation(settle),
    update: trpc.links.update.useMutation(settle),
    remove: trpc.links.delete.useMutation(settle),
  };
}
