import { useQuery } from '@tanstack/react-query';
import { trpc, type Utils } from '#client/lib/trpc.ts';

export const galleryQuery = (utils: Utils, id: string) => utils.galleries.get.queryOptions({ id });

export function useGallery(id: string) {
  return useQuery(galleryQuery(trpc.useUtils(), id));
}
