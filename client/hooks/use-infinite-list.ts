import { keepPreviousData, type QueryKey, useInfiniteQuery } from '@tanstack/react-query';
import { useCallback, useMemo } from 'react';

export interface InfiniteListOptions<Page extends { total: number }, Item> {
  queryKey: QueryKey;
  load: (offset: number, signal: AbortSignal) => Promise<Page>;
  itemsOf: (page: Page) => Item[];
  enabled?: boolean;
  /** While the list is empty, it is asked for again after so many milliseconds. */
  whileEmptyMs?: number | undefined;
}

/** The infinite query of a list; used both by hooks and by prefetching. */
export function infiniteListQuery<Page extends { total: number }, Item>(
  options: InfiniteListOptions<Page, Item>,
) {
  const { queryKey, load, itemsOf } = options;
  return {
    queryKey,
    queryFn: ({ pageParam, signal }: { pageParam: number; signal: AbortSignal }) => load(pageParam, signal),
    initialPageParam: 0,
    getNextPageParam: (last: Page, pages: Page[]) => {
      const loaded = pages.reduce((sum, page) => sum + itemsOf(page).length, 0);
      return itemsOf(last).length > 0 && loaded < last.total ? loaded : undefined;
    },
  };
}

/** An infinite list. */
export function useInfiniteList<Page extends { total: number }, Item>(
  options: InfiniteListOptions<Page, Item>,
) {
  const { itemsOf, enabled = true, whileEmptyMs } = options;
  const query = useInfiniteQuery({
    ...infiniteListQuery(options),
    enabled,
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) =>
      whileEmptyMs && state.data?.pages[0]?.total === 0 ? whileEmptyMs : false,
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: how items are found in a page does not change
  const items = useMemo(() => query.data?.pages.flatMap(itemsOf) ?? [], [query.data]);
  const { hasNextPage, isFetchingNextPage, fetchNextPage } = query;
  const loadMore = useCallback(() => {
    if (hasNextPage && !isFetchingNextPage) void fetchNextPage();
  }, [hasNextPage, isFetchingNextPage, fetchNextPage]);
  const isComplete = query.isSuccess && !query.isFetching && !query.isPlaceholderData && !hasNextPage;
  return { ...query, items, isComplete, total: query.data?.pages[0]?.total ?? 0, loadMore };
}

/** A grid loads the next page of photos when this many rows remain below the window. */
export const loadAheadRows = 12;

type InfinitePhotosOptions<Photo> = Omit<
  InfiniteListOptions<{ photos: Photo[]; total: number }, Photo>,
  'itemsOf'
>;

export const infinitePhotos = <Photo>(options: InfinitePhotosOptions<Photo>) => ({
  ...options,
  itemsOf: (page: { photos: Photo[]; total: number }) => page.photos,
});

/** An infinite list of photos. */
export function useInfinitePhotos<Photo>(options: InfinitePhotosOptions<Photo>) {
  const { items: photos, ...pages } = useInfiniteList(infinitePhotos(options));
  return { ...pages, photos };
}
