import { type InfiniteListOptions, useInfiniteList } from './use-infinite-list.ts';

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
