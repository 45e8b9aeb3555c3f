/** Pixels of an opened picture, which is where its bytes are decoded. */
import type { Sharp } from 'sharp';
import { assignProfile, type RawPixels } from './assign-profile.ts';
import type { OpenedImage } from './decoder.ts';

const WHITE = { r: 255, g: 255, b: 255 };
const SHRINKS = [8, 4, 2] as const;

/**
 * The whole picture, decoded to its last byte, upright, no side longer than asked: 8-bit sRGB on white, or, with a
 * profile that its pipeline does not know of, in the colours of that profile.
 */
export async function decodePixels(opened: OpenedImage, longSide: number): Promise<RawPixels> {
  const resized = resize(opened, longSide);
  if (!opened.profile) return toRgb(resized.flatten({ background: WHITE }).toColourspace('srgb'));
  const { data, info } = await resized.raw().toBuffer({ resolveWithObject: true });
  return { data, ...dimensions(info) };
}

function resize({ width, height, pipeline, shrunkPipeline }: OpenedImage, longSide: number): Sharp {
  const scale = longSide / Math.max(width, height);
  const by = SHRINKS.find((each) => each * scale <= 1);
  if (!by || !shrunkPipeline) return pipeline.resize({ ...within(longSide), kernel: 'lanczos3' });
  // The shrunk picture has whole pixels only, so the proportions are those of the file.
  const side = (px: number) => Math.max(1, Math.round(px * scale));
  return shrunkPipeline(by).resize(side(width), side(height), { fit: 'fill', kernel: 'lanczos3' });
}

/** Decoded pixels as 8-bit sRGB on white. */
export async function toSrgb(pixels: RawPixels, profile: Buffer | undefined): Promise<RawPixels> {
  if (!profile) return pixels;
  const assigned = await assignProfile(pixels, profile);
  return toRgb(assigned.flatten({ background: WHITE }).toColourspace('srgb'));
}

export async function toRgb(pipeline: Sharp): Promise<RawPixels> {
  const { data, info } = await pipeline
    .removeAlpha()
    .raw({ depth: 'uchar' })
    .toBuffer({ resolveWithObject: true });
  return { data, ...dimensions(info) };
}

export function within(longSide: number) {
  return { width: longSide, height: longSide, fit: 'inside', withoutEnlargement: true } as const;
}

function dimensions(info: { width: number; height: number; channels: number }) {
  const { width, height } = info;
  return { width, height, channels: info.channels as RawPixels['channels'] };
}
