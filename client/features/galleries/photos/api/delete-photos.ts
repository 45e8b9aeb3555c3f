import { trpc } from '#client/lib/trpc.ts';

export function useDeletePhotos() {
  return trpc.photos.bulkDelete.useMutation();
}
