import { type PagesOptions, usePages } from './use-pages.ts';

type PhotoPagesOptions<Photo> = Omit<PagesOptions<{ photos: Photo[]; total: number }, Photo>, 'itemsOf'>;

export const photoPages = <Photo>(options: PhotoPagesOptions<Photo>) => ({
  ...options,
  itemsOf: (page: { photos: Photo[]; total: number }) => page.photos,
});

/** A list of photos that keeps loading for as long as somebody scrolls. */
export function usePhotoPages<Photo>(options: PhotoPagesOptions<Photo>) {
  const { items: photos, ...pages } = usePages(photoPages(options));
  return { ...pages, photos };
}
