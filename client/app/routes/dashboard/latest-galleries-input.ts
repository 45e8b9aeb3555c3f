import type { GalleryFilters } from '#client/features/galleries/api/list-galleries.ts';
import { pageSizes } from '#server/contract/page-sizes.ts';

/** The newest galleries, shown on the dashboard. */
export const latestGalleriesInput: GalleryFilters = { limit: pageSizes.latestGalleries };
