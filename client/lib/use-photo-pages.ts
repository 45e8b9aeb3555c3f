import type { QueryKey } from '@tanstack/react-query';
import { usePages } from './use-pages.ts';

interface PhotoPagesOptions<Photo> {
  queryKey: QueryKey;
  load: (offset: number, signal: AbortSignal) => Promise<{ photos: Photo[]; total: number }>;
}

/** A list of photos that keeps loading for as long as somebody scrolls. */
export function usePhotoPages<Photo>(options: PhotoPagesOptions<Photo>) {
  const { items: photos, ...pages } = usePages({ ...options, itemsOf: (page) => page.photos });
  return { ...pages, photos };
}
