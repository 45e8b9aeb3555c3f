/** Long sides of the derived pictures, in pixels; long pictures have longer ones. Plain JPEG, upright, sRGB, never enlarged. */
export const renditionSizes = { small: 320, medium: 800, large: 1600 } as const;
export type RenditionSize = keyof typeof renditionSizes;
/** Of pictures that are longer than this (to 1), such as panoramas, the short side stays as it is at this shape. */
const LONG_SHAPE = 2.5;
/** Also where this is not enough for the short side: JPEG ends at 65,535 pixels a side, what browsers draw at less. */
const LONGEST = 10;

/** The bounds of a rendition as the decoder takes them; it keeps to the pixels of a square of `longSide` besides. */
export const renditionBounds = (size: RenditionSize) => ({
  longSide: renditionSizes[size],
  shortSide: renditionSizes[size] / LONG_SHAPE,
  longestSide: renditionSizes[size] * LONGEST,
});

/** How large a rendition of this picture is, in pixels. */
export function renditionSize({ width, height }: { width: number; height: number }, size: RenditionSize) {
  const [long, short] = [Math.max(width, height), Math.max(1, Math.min(width, height))];
  const { longSide, shortSide, longestSide } = renditionBounds(size);
  const shape = long / short;
  const wanted = Math.max(longSide, Math.min(shortSide * shape, longSide * Math.sqrt(shape), longestSide));
  const side = (px: number) => Math.max(1, Math.round(px * Math.min(1, wanted / long)));
  return { width: side(width), height: side(height) };
}

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
