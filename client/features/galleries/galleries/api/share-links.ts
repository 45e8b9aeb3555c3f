import { trpc } from '#client/lib/trpc.ts';

export function useShareLinks(galleryId: string) {
  return trpc.shareLinks.list.useQuery({ id: galleryId });
}

export function useChangeShareLinks() {
  return {
    create: trpc.shareLinks.create.useMutation(),
    update: trpc.shareLinks.update.useMutation(),
    remove: trpc.shareLinks.delete.useMutation(),
  };
}
