import { keepPreviousData, type QueryKey, useInfiniteQuery } from '@tanstack/react-query';
import { useCallback, useMemo } from 'react';

interface PhotoPage<Photo> {
  photos: Photo[];
  total: number;
}

interface PhotoPagesOptions<Photo> {
  queryKey: QueryKey;
  load: (offset: number, signal: AbortSignal) => Promise<PhotoPage<Photo>>;
  enabled?: boolean;
}

/** A list of photos that keeps loading for as long as somebody scrolls. */
export function usePhotoPages<Photo>({ queryKey, load, enabled = true }: PhotoPagesOptions<Photo>) {
  const query = useInfiniteQuery({
    queryKey,
    queryFn: ({ pageParam, signal }) => load(pageParam, signal),
    initialPageParam: 0,
    getNextPageParam: (last: PhotoPage<Photo>, pages: PhotoPage<Photo>[]) => {
      const loaded = pages.reduce((sum, page) => sum + page.photos.length, 0);
      return last.photos.length > 0 && loaded < last.total ? loaded : undefined;
    },
    placeholderData: keepPreviousData,
    enabled,
  });
  const photos = useMemo(() => query.data?.pages.flatMap((page) => page.photos) ?? [], [query.data]);
  const { hasNextPage, isFetchingNextPage, fetchNextPage } = query;
  const loadMore = useCallback(() => {
    if (hasNextPage && !isFetchingNextPage) void fetchNextPage();
  }, [hasNextPage, isFetchingNextPage, fetchNextPage]);
  return { ...query, photos, total: query.data?.pages[0]?.total ?? 0, loadMore };
}
