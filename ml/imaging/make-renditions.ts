import { open, readFile } from 'node:fs/promises';
import sharp, { type Sharp } from 'sharp';
import { rgbaToThumbHash } from 'thumbhash';
import { decodeInStrips, resize } from './decode-pixels.ts';
import { JPEG } from './jpeg-quality.ts';
import { openImage } from './open-image.ts';
import { readTakenAt } from './read-exif-date.ts';
import type { RenditionResult, RenditionTask } from './types.ts';

/** Longer side, in pixels, of the picture a thumbhash is made of: it holds at most 7 waves a side. */
const THUMBHASH_SIDE = 32;

interface Rendition {
  path: string;
  width: number;
  height: number;
}

/**
 * Decodes the file once, at the largest size asked for, and makes each smaller picture from the JPEG of the next larger
 * one: a JPEG is decoded at half its size in less time than its pixels are scaled down.
 * @throws PictureIsLarge before anything is decoded or written; see openImage
 */
export async function makeRenditions(
  { source, renditions, maxPixels }: RenditionTask,
  sharedPixels = Number.POSITIVE_INFINITY,
): Promise<RenditionResult> {
  const opened = await openImage(await readFile(source), maxPixels, sharedPixels, source);
  const [largest, ...smaller] = Object.values(renditions).sort((a, b) => b.longSide - a.longSide);
  if (!largest) throw new Error('No rendition asked for');

  const pixels = await decodeInStrips(opened, largest.longSide);
  let last = await write(pixels, largest.path, JPEG.largeQuality);
  for (const { path, longSide } of smaller) last = await write(reduce(last, longSide), path, JPEG.quality);
  const { mime, width, height } = opened;
  return {
    mime,
    width,
    height,
    thumbhash: await thumbhash(last),
    taken_at: await readTakenAt(opened.exif),
  };
}

/** Writes a JPEG; the path must not exist yet. */
async function write(pixels: Sharp, path: string, quality: number): Promise<Rendition> {
  const jpeg = pixels.jpeg({ ...JPEG.options, quality });
  const { data, info } = await jpeg.toBuffer({ resolveWithObject: true });
  const file = await open(path, 'wx', 0o600);
  try {
    await file.writeFile(data);
  } finally {
    await file.close();
  }
  return { path, width: info.width, height: info.height };
}

function reduce({ path, width, height }: Rendition, longSide: number): Sharp {
  const options = { failOn: 'error', sequentialRead: true } as const;
  const shrunkPipeline = (by: number) => sharp(`${path}[shrink=${by}]`, options);
  return resize({ width, height, pipeline: sharp(path, options), shrunkPipeline }, longSide);
}

async function thumbhash(rendition: Rendition): Promise<string> {
  const small = reduce(rendition, THUMBHASH_SIDE).toColourspace('srgb').ensureAlpha().raw();
  const { data, info } = await small.toBuffer({ resolveWithObject: true });
  return Buffer.from(rgbaToThumbHash(info.width, info.height, data)).toString('base64');
}
