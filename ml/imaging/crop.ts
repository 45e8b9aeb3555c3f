import { open, readFile } from 'node:fs/promises';
import type { Box, PixelSize } from '../types.ts';
import type { RawPixels } from './assign-colour-profile.ts';
import { decodeForgiving } from './damage.ts';
import { decodePixels, toSrgb } from './decode-pixels.ts';
import { CROP_SOURCE_PIXELS } from './decoder-process-limits.ts';
import type { OpenedImage } from './open-image.ts';
import type { Crops, CropTask } from './types.ts';

type Crop = Crops['crops'][number];
type Rectangle = Omit<Crop, 'start'>;

/**
 * Decodes the file once and writes the pixels of each region.
 * @throws MustBeDecodedAlone before anything is decoded or written; see openImage
 */
export async function crop(
  { source, output, regions, maxPixels }: CropTask,
  maxPixelsUnlessAlone = Number.POSITIVE_INFINITY,
): Promise<Crops> {
  const limits = { maxPixels, maxPixelsUnlessAlone, file: source };
  const { result } = await decodeForgiving(await readFile(source), limits, async (opened) => ({
    ...(await decodeAround(regions, opened)),
    profile: opened.profile,
  }));
  const { widthPx, heightPx, left, top, pixels, profile } = result;
  const crops: Crop[] = [];
  let start = 0;
  const file = await open(output, 'wx', 0o600);
  try {
    for (const region of regions) {
      const rectangle = toPixels(region, { width: widthPx, height: heightPx });
      const inPart = { ...rectangle, left: rectangle.left - left, top: rectangle.top - top };
      const { data } = await toSrgb(cut(pixels, inPart), profile);
      await file.writeFile(data);
      crops.push({ ...rectangle, start });
      start += data.length;
    }
  } finally {
    await file.close();
  }
  return { widthPx, heightPx, crops };
}

/** A part of a picture, which begins at left and top. */
interface Part extends PixelSize {
  left: number;
  top: number;
  pixels: RawPixels;
}

/**
 * The part of the picture that all regions lie in: of a group photo it is a third, and the rows below it are not even decoded.
 * A picture too large to be held is reduced as a whole.
 */
async function decodeAround(regions: readonly Box[], opened: OpenedImage): Promise<Part> {
  const { width, height } = opened;
  if (width * height > CROP_SOURCE_PIXELS || regions.length === 0) {
    const scale = Math.min(1, Math.sqrt(CROP_SOURCE_PIXELS / (width * height)));
    const pixels = await decodePixels(opened, Math.max(1, Math.floor(scale * Math.max(width, height))));
    return { left: 0, top: 0, widthPx: pixels.width, heightPx: pixels.height, pixels };
  }
  const rectangles = regions.map((region) => toPixels(region, opened));
  const left = Math.min(...rectangles.map((each) => each.left));
  const top = Math.min(...rectangles.map((each) => each.top));
  const part = {
    left,
    top,
    width: Math.max(...rectangles.map((each) => each.left + each.widthPx)) - left,
    height: Math.max(...rectangles.map((each) => each.top + each.heightPx)) - top,
  };
  const pixels = await decodePixels(opened, Math.max(width, height), part);
  return { left, top, widthPx: width, heightPx: height, pixels };
}

/** The whole pixels that a region touches, one at least. */
function toPixels({ x, y, w, h }: Box, { width, height }: Pick<OpenedImage, 'width' | 'height'>): Rectangle {
  const left = clamp(Math.floor(x * width), 0, width - 1);
  const top = clamp(Math.floor(y * height), 0, height - 1);
  const right = clamp(Math.ceil((x + w) * width), left + 1, width);
  const bottom = clamp(Math.ceil((y + h) * height), top + 1, height);
  return { left, top, widthPx: right - left, heightPx: bottom - top };
}

function cut({ data, width, channels }: RawPixels, { left, top, widthPx, heightPx }: Rectangle): RawPixels {
  const rowBytes = widthPx * channels;
  const rows = Buffer.alloc(rowBytes * heightPx);
  for (let row = 0; row < heightPx; row += 1) {
    const from = ((top + row) * width + left) * channels;
    data.copy(rows, row * rowBytes, from, from + rowBytes);
  }
  return { data: rows, width: widthPx, height: heightPx, channels };
}

const clamp = (value: number, least: number, most: number) => Math.min(Math.max(value, least), most);
