import { trpc } from '#client/lib/trpc.ts';

export function useGalleryAccess(id: string) {
  return trpc.galleries.access.useQuery({ id }, { staleTime: 0 });
}

export function useSetGalleryAccess() {
  const utils = trpc.useUtils();
  return trpc.galleries.setAccess.useMutation({ onSuccess: () => utils.galleries.invalidate() });
}
