import type { DownloadSize } from '#server/contract/rendition-sizes.ts';

/** The address at which the browser saves a copy of a photo. */
export const savedCopy = (id: string, size: DownloadSize): string =>
  `/api/photos/${id}/download?size=${size}&download=1`;

/** The original of a photo, to be shared as a file. */
export const originalFile = ({ id, filename }: { id: string; filename: string }) => ({
  url: `/api/photos/${id}/download`,
  filename,
});

/** The original of a photo, to be looked at. */
export const originalToShow = ({ id }: { id: string }): string => `/api/photos/${id}/download?shown=1`;
