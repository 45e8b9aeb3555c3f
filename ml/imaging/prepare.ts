import { readFile, writeFile } from 'node:fs/promises';
import { rgbaToThumbHash } from 'thumbhash';
import { assignProfile, fromRaw, type RawPixels } from './assign-profile.ts';
import { type OpenedImage, openImage } from './decoder.ts';
import { JPEG, THUMBHASH_SIDE } from './decoding-limits.ts';
import { readTakenAt } from './taken-at.ts';
import type { PreparedImage, PrepareTask } from './types.ts';

const WHITE = { r: 255, g: 255, b: 255 };

/**
 * Decodes the file once, at the largest size asked for, and makes everything else from those pixels.
 * @throws PictureIsLarge before anything is decoded or written; see openImage
 */
export async function prepare(
  { source, renditions, maxPixels }: PrepareTask,
  sharedPixels = Number.POSITIVE_INFINITY,
): Promise<PreparedImage> {
  const bytes = await readFile(source);
  const opened = await openImage(bytes, maxPixels, sharedPixels);
  const byLongSide = Object.values(renditions).sort((a, b) => b.longSide - a.longSide);
  const largest = byLongSide[0];
  if (!largest) throw new Error('No rendition asked for');

  let pixels = await decodeWithin(opened, largest.longSide);
  for (const { path, longSide } of byLongSide) {
    pixels = await shrink(pixels, longSide);
    const quality = longSide === largest.longSide ? JPEG.largeQuality : JPEG.quality;
    const jpeg = fromRaw(pixels).jpeg({ quality, chromaSubsampling: JPEG.chromaSubsampling });
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

/** The whole picture, decoded to its last byte, as upright 8-bit sRGB on white, no side longer than asked. */
async function decodeWithin(opened: OpenedImage, longSide: number): Promise<RawPixels> {
  const resized = opened.pipeline.resize({ ...within(longSide), kernel: 'lanczos3' });
  if (!opened.profile) return toRgb(resized.flatten({ background: WHITE }).toColourspace('srgb'));
  const { data, info } = await resized.raw().toBuffer({ resolveWithObject: true });
  const assigned = await assignProfile({ data, ...dimensions(info) }, opened.profile);
  return toRgb(assigned.flatten({ background: WHITE }).toColourspace('srgb'));
}

async function shrink(pixels: RawPixels, longSide: number): Promise<RawPixels> {
  if (Math.max(pixels.width, pixels.height) <= longSide) return pixels;
  return toRgb(fromRaw(pixels).resize(within(longSide)));
}

async function toRgb(pipeline: ReturnType<typeof fromRaw>): Promise<RawPixels> {
  const { data, info } = await pipeline
    .removeAlpha()
    .raw({ depth: 'uchar' })
    .toBuffer({ resolveWithObject: true });
  return { data, ...dimensions(info) };
}

async function thumbhash(pixels: RawPixels): Promise<string> {
  const small = fromRaw(pixels).resize(within(THUMBHASH_SIDE)).toColourspace('srgb').ensureAlpha().raw();
  const { data, info } = await small.toBuffer({ resolveWithObject: true });
  return Buffer.from(rgbaToThumbHash(info.width, info.height, data)).toString('base64');
}

function within(longSide: number) {
  return { width: longSide, height: longSide, fit: 'inside', withoutEnlargement: true } as const;
}

function dimensions(info: { width: number; height: number; channels: number }) {
  const { width, height } = info;
  return { width, height, channels: info.channels as RawPixels['channels'] };
}
