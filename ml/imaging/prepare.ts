import { readFile, writeFile } from 'node:fs/promises';
import { rgbaToThumbHash } from 'thumbhash';
import { fromRaw, type RawPixels } from './assign-profile.ts';
import { decodePixels, toRgb, toSrgb, within } from './decode-pixels.ts';
import { openImage } from './decoder.ts';
import { JPEG } from './jpeg-quality.ts';
import { readTakenAt } from './taken-at.ts';
import type { PreparedImage, PrepareTask } from './types.ts';

/** Longer side, in pixels, of the picture a thumbhash is made of; the format takes no more. */
const THUMBHASH_SIDE = 50;

/**
 * Decodes the file once, at the largest size asked for, and makes everything else from those pixels.
 * @throws PictureIsLarge before anything is decoded or written; see openImage
 */
export async function prepare(
  { source, renditions, maxPixels }: PrepareTask,
  sharedPixels = Number.POSITIVE_INFINITY,
): Promise<PreparedImage> {
  const opened = await openImage(await readFile(source), maxPixels, sharedPixels, source);
  const byLongSide = Object.values(renditions).sort((a, b) => b.longSide - a.longSide);
  const largest = byLongSide[0];
  if (!largest) throw new Error('No rendition asked for');

  let pixels = await toSrgb(await decodePixels(opened, largest.longSide), opened.profile);
  for (const { path, longSide } of byLongSide) {
    pixels = await shrink(pixels, longSide);
    const quality = longSide === largest.longSide ? JPEG.largeQuality : JPEG.quality;
    const jpeg = fromRaw(pixels).jpeg({ ...JPEG.options, quality });
    await writeFile(path, await jpeg.toBuffer(), { flag: 'wx', mode: 0o600 });
  }
  const { mime, width, height } = opened;
  return {
    mime,
    width,
    height,
    thumbhash: await thumbhash(pixels),
    taken_at: await readTakenAt(opened.exif),
  };
}

async function shrink(pixels: RawPixels, longSide: number): Promise<RawPixels> {
  if (Math.max(pixels.width, pixels.height) <= longSide) return pixels;
  return toRgb(fromRaw(pixels).resize(within(longSide)));
}

async function thumbhash(pixels: RawPixels): Promise<string> {
  const small = fromRaw(pixels).resize(within(THUMBHASH_SIDE)).toColourspace('srgb').ensureAlpha().raw();
  const { data, info } = await small.toBuffer({ resolveWithObject: true });
  return Buffer.from(rgbaToThumbHash(info.width, info.height, data)).toString('base64');
}
