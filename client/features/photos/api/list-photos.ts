import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { getQueryKey } from '@trpc/react-query';
import { useCallback, useMemo } from 'react';
import { trpc } from '#client/lib/trpc.ts';
import { limits } from '#server/contract/limits.ts';

/** The photos of a gallery, or of one person in it, 200 at a time for as long as somebody scrolls. */
export function usePhotos(gallery_id: string, face_id: string | undefined) {
  const { client } = trpc.useUtils();
  const input = { gallery_id, face_id };
  const query = useInfiniteQuery({
    queryKey: getQueryKey(trpc.photos.list, input, 'infinite'),
    queryFn: ({ pageParam, signal }) =>
      client.photos.list.query({ ...input, limit: limits.photosPerLoad, offset: pageParam }, { signal }),
    initialPageParam: 0,
    getNextPageParam: (last, pages) => {
      const loaded = pages.reduce((sum, page) => sum + page.photos.length, 0);
      return last.photos.length > 0 && loaded < last.total ? loaded : undefined;
    },
    placeholderData: keepPreviousData,
  });
  const photos = useMemo(() => query.data?.pages.flatMap((page) => page.photos) ?? [], [query.data]);
  const { hasNextPage, isFetchingNextPage, fetchNextPage } = query;
  const loadMore = useCallback(() => {
    if (hasNextPage && !isFetchingNextPage) void fetchNextPage();
  }, [hasNextPage, isFetchingNextPage, fetchNextPage]);
  return { ...query, photos, total: query.data?.pages[0]?.total ?? 0, loadMore };
}
