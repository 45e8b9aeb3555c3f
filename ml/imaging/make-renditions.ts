import { open, readFile } from 'node:fs/promises';
import sharp, { type Sharp } from 'sharp';
import { freeMemory } from '../free-memory.ts';
import { fromRaw, type RawPixels } from './assign-colour-profile.ts';
import { decodeForgiving } from './damage.ts';
import { decodeInStrips, resize, toRaw } from './decode-pixels.ts';
import { RENDITION_JPEG } from './jpeg-quality.ts';
import type { OpenedImage } from './open-image.ts';
import { PICTURE_HASH_SIDE, pictureHash } from './picture-hash.ts';
import { metadataOf } from './read-metadata.ts';
import { thumbhash } from './thumbhash.ts';
import type { RenditionResult, RenditionTarget, RenditionTask } from './types.ts';

interface Rendition {
  path: string;
  width: number;
  height: number;
}

/**
 * Decodes the file once, at the largest size asked for, which goes to its JPEG in strips. The second largest is made from
 * that JPEG, and its pixels are kept: to reduce them takes half the time of decoding another JPEG.
 * @throws MustBeDecodedAlone before anything is decoded or written; see openImage
 */
export async function makeRenditions(
  { source, filename, renditions, maxPixels }: RenditionTask,
  maxPixelsUnlessAlone = Number.POSITIVE_INFINITY,
): Promise<RenditionResult> {
  const bytes = await readFile(source);
  const limits = { maxPixels, maxPixelsUnlessAlone, file: source };
  const { result, damage } = await decodeForgiving(bytes, limits, (opened) =>
    renditionsOf(opened, { renditions, filename }, bytes),
  );
  return { ...result, damage };
}

async function renditionsOf(
  opened: OpenedImage,
  { renditions, filename }: Pick<RenditionTask, 'renditions' | 'filename'>,
  bytes: Buffer,
): Promise<Omit<RenditionResult, 'damage'>> {
  const metadata = await metadataOf(opened.blocks, filename);
  const [largest, ...smaller] = Object.values(renditions)
    .map((target) => ({ path: target.path, longSide: longSideOf(target, opened) }))
    .sort((a, b) => b.longSide - a.longSide);
  if (!largest) throw new Error('No rendition asked for');

  const pixels = await decodeInStrips(opened, largest.longSide);
  const large = await write(pixels, largest.path, RENDITION_JPEG.largeQuality);
  freeMemory(bytes);
  let last: RawPixels | undefined;
  for (const { path, longSide } of smaller) {
    const next = await toRaw((last ? reduce(last, longSide) : reduceJpeg(large, longSide)).raw());
    if (last) freeMemory(last.data);
    last = next;
    await write(fromRaw(last), path, RENDITION_JPEG.quality);
  }
  last ??= await toRaw(reduceJpeg(large, PICTURE_HASH_SIDE).raw());
  const { mime, width, height } = opened;
  return {
    mime,
    width,
    height,
    thumbhash: thumbhash(last),
    pixel_sha256: pictureHash(last, opened),
    ...metadata,
  };
}

function longSideOf(
  { longSide, shortSide = 0, longestSide = Number.POSITIVE_INFINITY }: RenditionTarget,
  { width, height }: { width: number; height: number },
): number {
  const shape = Math.max(width, height) / Math.min(width, height);
  return Math.round(
    Math.max(longSide, Math.min(shortSide * shape, longSide * Math.sqrt(shape), longestSide)),
  );
}

/** Writes a JPEG; the path must not exist yet. */
async function write(pixels: Sharp, path: string, quality: number): Promise<Rendition> {
  const jpeg = pixels.jpeg({ ...RENDITION_JPEG.options, quality });
  const { data, info } = await jpeg.toBuffer({ resolveWithObject: true });
  const file = await open(path, 'wx', 0o600);
  try {
    await file.writeFile(data);
  } finally {
    await file.close();
  }
  return { path, width: info.width, height: info.height };
}

function reduceJpeg({ path, width, height }: Rendition, longSide: number): Sharp {
  const options = { failOn: 'error', sequentialRead: true } as const;
  const shrunkPipeline = (by: number) => sharp(`${path}[shrink=${by}]`, options);
  return resize({ width, height, pipeline: sharp(path, options), shrunkPipeline }, longSide);
}

const reduce = (pixels: RawPixels, longSide: number): Sharp =>
  resize({ ...pixels, pipeline: fromRaw(pixels) }, longSide);
