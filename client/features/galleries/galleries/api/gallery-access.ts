import { trpc } from '#client/lib/trpc.ts';

export function useGalleryAccess(id: string) {
  return trpc.galleries.access.useQuery({ id }, { staleTime: 0 });
}

export const useSetGalleryAccess = () => trpc.galleries.setAccess.useMutation();
