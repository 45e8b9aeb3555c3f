import { keepPreviousData } from '@tanstack/react-query';
import { trpc } from '#client/lib/trpc.ts';

export interface GalleryFilters {
  event_id?: string | undefined;
  club_id?: string | undefined;
  photographer_id?: string | undefined;
  search?: string | undefined;
  mine?: boolean | undefined;
  limit: number;
  offset?: number;
}

export function useGalleries(filters: GalleryFilters) {
  return trpc.galleries.list.useQuery(filters, { placeholderData: keepPreviousData });
}
