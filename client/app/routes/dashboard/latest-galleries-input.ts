import type { GalleryFilters } from '#client/features/galleries/galleries/api/list-galleries.ts';

/** The newest galleries, and how many of them the dashboard shows. */
export const latestGalleriesInput: GalleryFilters = { limit: 4 };
