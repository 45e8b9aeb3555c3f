import { trpc } from '#client/lib/trpc.ts';

export function useCreateGallery() {
  const utils = trpc.useUtils();
  return trpc.galleries.create.useMutation({ onSuccess: () => utils.galleries.invalidate() });
}

export function useUpdateGallery() {
  const utils = trpc.useUtils();
  return trpc.galleries.update.useMutation({
    onSuccess: (gallery) => {
      utils.galleries.get.setData({ id: gallery.id }, gallery);
      return utils.galleries.list.invalidate();
    },
  });
}

export function useKeepGalleryUntil() {
  const utils = trpc.useUtils();
  return trpc.galleries.keepUntil.useMutation({
    onSuccess: (gallery) => utils.galleries.get.setData({ id: gallery.id }, gallery),
  });
}

export function useDeleteGallery() {
  return trpc.galleries.delete.useMutation();
}
