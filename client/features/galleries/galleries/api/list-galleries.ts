import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { type Filters, pageOf } from '#client/hooks/use-url-filters.ts';
import { trpc, type Utils } from '#client/lib/trpc.ts';
import { listSizes } from '#server/contract/list-sizes.ts';

export interface GalleryFilters {
  event_id?: string | undefined;
  club_id?: string | undefined;
  photographer_id?: string | undefined;
  search?: string | undefined;
  mine?: boolean | undefined;
  limit: number;
  offset?: number;
}

export const galleriesInput = (filters: Filters): GalleryFilters => ({
  event_id: filters.event,
  club_id: filters.club,
  photographer_id: filters.photographer,
  search: filters.q,
  mine: filters.mine === '1' || undefined,
  limit: listSizes.galleries,
  offset: (pageOf(filters) - 1) * listSizes.galleries,
});

export const galleriesQuery = (utils: Utils, filters: GalleryFilters) =>
  utils.galleries.list.queryOptions(filters);

export function useGalleries(filters: GalleryFilters) {
  return useQuery({ ...galleriesQuery(trpc.useUtils(), filters), placeholderData: keepPreviousData });
}
