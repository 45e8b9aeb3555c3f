/** Long sides of the derived pictures, in pixels. Plain JPEG, upright, sRGB, never enlarged. */
export const renditionSizes = { small: 320, medium: 800, large: 1600 } as const;
export type RenditionSize = keyof typeof renditionSizes;
export const renditionNames = Object.keys(renditionSizes) as RenditionSize[];

/** What can be downloaded: the original, and each rendition from the largest. */
export const downloadSizes = [
  'original',
  ...[...renditionNames].sort((a, b) => renditionSizes[b] - renditionSizes[a]),
] as const;
export type DownloadSize = (typeof downloadSizes)[number];

/** One value for each rendition, by its name. */
export const forEachRendition = <T>(make: (size: RenditionSize) => T) =>
  Object.fromEntries(renditionNames.map((size) => [size, make(size)])) as Record<RenditionSize, T>;

/** How large a rendition may become, in bytes: at this quality even noise takes less than a byte a pixel. */
export const renditionBytes = forEachRendition((size) => renditionSizes[size] ** 2);
