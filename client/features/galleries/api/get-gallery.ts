import { trpc } from '#client/lib/trpc.ts';

export function useGallery(id: string) {
  return trpc.galleries.get.useQuery({ id });
}
