/** Pixels of an opened picture, which is where its bytes are decoded. */
import type { Region, Sharp } from 'sharp';
import { assignProfile, type RawPixels } from './assign-colour-profile.ts';
import type { OpenedImage } from './open-image.ts';

const WHITE = { r: 255, g: 255, b: 255 };
const SHRINKS = [8, 4, 2] as const;

/**
 * The whole picture, decoded to its last byte, upright, no side longer than asked: 8-bit sRGB on white, or, with a
 * profile that its pipeline does not know of, in the colours of that profile.
 * @param part of the reduced picture, in its pixels: the rest is not held in memory, and not decoded beyond the last row
 */
export async function decodePixels(opened: OpenedImage, longSide: number, part?: Region): Promise<RawPixels> {
  const whole = resize(opened, longSide);
  const resized = part ? whole.extract(part) : whole;
  return opened.profile ? toRaw(resized.raw()) : toRgb(onWhite(resized));
}

/**
 * The same as a pipeline in sRGB of which nothing has been decoded yet: what is encoded from it goes from the decoder to
 * the encoder strip by strip, and no picture is held in memory as a whole.
 */
export async function decodeInStrips(opened: OpenedImage, longSide: number): Promise<Sharp> {
  const resized = resize(opened, longSide);
  if (!opened.profile) return onWhite(resized);
  return onWhite(await assignProfile(await toRaw(resized.raw()), opened.profile));
}

/** Decoded pixels as 8-bit sRGB on white. */
export async function toSrgb(pixels: RawPixels, profile: Buffer | undefined): Promise<RawPixels> {
  return profile ? toRgb(onWhite(await assignProfile(pixels, profile))) : pixels;
}

type Resizable = Pick<OpenedImage, 'width' | 'height' | 'pipeline' | 'shrunkPipeline'>;

/** A picture reduced so that no side is longer than asked; JPEG is decoded at a part of its size first. */
export function resize({ width, height, pipeline, shrunkPipeline }: Resizable, longSide: number): Sharp {
  const scale = longSide / Math.max(width, height);
  const by = SHRINKS.find((each) => each * scale <= 1 && each <= Math.min(width, height));
  // To reduce more than 16 times, sharp shrinks on load by itself, which it cannot do where the shrink stands in the name.
  if (!by || !shrunkPipeline || 2 * SHRINKS[0] * scale < 1)
    return pipeline.resize({ ...within(longSide), kernel: 'lanczos3' });
  // The shrunk picture has whole pixels only, so the proportions are those of the file.
  const side = (px: number) => Math.max(1, Math.round(px * scale));
  return shrunkPipeline(by).resize(side(width), side(height), { fit: 'fill', kernel: 'lanczos3' });
}

const onWhite = (pipeline: Sharp) =>
  pipeline.flatten({ background: WHITE }).toColourspace('srgb').removeAlpha();

const toRgb = (pipeline: Sharp) => toRaw(pipeline.raw({ depth: 'uchar' }));

export async function toRaw(pipeline: Sharp): Promise<RawPixels> {
  const { data, info } = await pipeline.toBuffer({ resolveWithObject: true });
  const { width, height } = info;
  return { data, width, height, channels: info.channels as RawPixels['channels'] };
}

function within(longSide: number) {
  return { width: longSide, height: longSide, fit: 'inside', withoutEnlargement: true } as const;
}
