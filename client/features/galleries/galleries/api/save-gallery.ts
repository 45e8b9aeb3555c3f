import { useMutationState } from '@tanstack/react-query';
import { getMutationKey } from '@trpc/react-query';
import { useState } from 'react';
import { trpc } from '#client/lib/trpc.ts';

export const useCreateGallery = () => trpc.galleries.create.useMutation();

export function useUpdateGallery() {
  const utils = trpc.useUtils();
  return trpc.galleries.update.useMutation({
    onSuccess: (gallery) => utils.galleries.get.setData({ id: gallery.id }, gallery),
    // The gallery may be closed or gone meanwhile: its page says so.
    onError: (_, { id }) => void utils.galleries.get.invalidate({ id }),
  });
}

export function useKeepGalleryUntil() {
  const utils = trpc.useUtils();
  return trpc.galleries.keepUntil.useMutation({
    onSuccess: (gallery) => utils.galleries.get.setData({ id: gallery.id }, gallery),
  });
}

export const useDeleteGallery = () => trpc.galleries.delete.useMutation();

/** Whether the page has the gallery deleted since it was opened: it is about to leave, and nobody need be told. */
export function useIsDeletedHere(id: string): boolean {
  const [openedAt] = useState(() => Date.now());
  const deletions = useMutationState({
    filters: { mutationKey: getMutationKey(trpc.galleries.delete) },
    select: ({ state }) =>
      state.status !== 'error' &&
      state.submittedAt >= openedAt &&
      (state.variables as { id: string } | undefined)?.id === id,
  });
  return deletions.includes(true);
}
