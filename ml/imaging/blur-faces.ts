import { readFile, writeFile } from 'node:fs/promises';
import type { Box } from '../types.ts';
import { fromRaw, type RawPixels } from './assign-colour-profile.ts';
import { decodeForgiving } from './damage.ts';
import { decodePixels, toSrgb } from './decode-pixels.ts';
import { COPY_JPEG_QUALITY } from './jpeg-quality.ts';
import { withMetadata } from './strip-metadata.ts';
import { type BlurTask, MustBeDecodedAlone } from './types.ts';

/** How far beyond the box of a face is blurred on each side, as a share of its size: the box ends at forehead and chin. */
const MARGIN = 0.35;
/** Colours that remain of a blurred part, in a row and in a column: fewer than a face has features, so no detector finds it. */
const CELLS = 2;
/** Side in pixels of the squares in which JPEG stores colours of half the resolution. Only whole squares are blurred. */
const JPEG_SQUARE = 16;

/**
 * Writes a JPEG of the upright picture in which faces cannot be recognised: of each remain a few mean colours, with soft
 * transitions. It says no more than `metadata`, and all other pixels are those of the same picture encoded without blur.
 * @throws MustBeDecodedAlone before anything is decoded or written; see openImage
 */
export async function blurFaces(
  { source, output, faces, maxPixels, metadata }: BlurTask,
  maxPixelsUnlessAlone = Number.POSITIVE_INFINITY,
): Promise<undefined> {
  const bytes = await readFile(source);
  const limits = { maxPixels, maxPixelsUnlessAlone };
  const { result: pixels } = await decodeForgiving(bytes, limits, async (opened) => {
    // Pictures of every type are in memory as a whole here.
    if (opened.width * opened.height > maxPixelsUnlessAlone) throw new MustBeDecodedAlone();
    return toSrgb(await decodePixels(opened, Math.max(opened.width, opened.height)), opened.profile);
  });
  for (const face of faces) blur(pixels, partOf(face, pixels));
  const jpeg = await fromRaw(pixels).jpeg({ quality: COPY_JPEG_QUALITY }).toBuffer();
  await writeFile(output, withMetadata(jpeg, metadata), { flag: 'wx', mode: 0o600 });
}

/** Pixels from the first to before the last, both ways. */
interface Part {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

/** The part of a picture that is blurred because of a face: whole JPEG squares. @param box of the face, as fractions */
export function partOf({ x, y, w, h }: Box, { width, height }: { width: number; height: number }): Part {
  const down = (fraction: number, size: number) =>
    Math.max(0, Math.floor((fraction * size) / JPEG_SQUARE) * JPEG_SQUARE);
  const up = (fraction: number, size: number) =>
    Math.min(size, Math.ceil((fraction * size) / JPEG_SQUARE) * JPEG_SQUARE);
  return {
    left: down(x - MARGIN * w, width),
    top: down(y - MARGIN * h, height),
    right: up(x + (1 + MARGIN) * w, width),
    bottom: up(y + (1 + MARGIN) * h, height),
  };
}

function blur(pixels: RawPixels, part: Part): void {
  const [across, along] = [part.right - part.left, part.bottom - part.top];
  if (across <= 0 || along <= 0) return;
  const means = meanColours(pixels, part);
  const { data, width, channels } = pixels;
  for (let row = 0; row < along; row += 1) {
    const y = between(row, along);
    for (let column = 0; column < across; column += 1) {
      const x = between(column, across);
      const start = ((part.top + row) * width + part.left + column) * channels;
      for (let channel = 0; channel < channels; channel += 1) {
        const mean = (down: number, right: number) => means[(down * CELLS + right) * channels + channel]!;
        const above = mean(y.low, x.low) * (1 - x.share) + mean(y.low, x.high) * x.share;
        const below = mean(y.high, x.low) * (1 - x.share) + mean(y.high, x.high) * x.share;
        data[start + channel] = Math.round(above * (1 - y.share) + below * y.share);
      }
    }
  }
}

/** The mean of each channel of each cell, row by row. */
function meanColours({ data, width, channels }: RawPixels, { left, top, right, bottom }: Part): Float64Array {
  const sums = new Float64Array(CELLS * CELLS * channels);
  const counts = new Float64Array(CELLS * CELLS);
  for (let y = top; y < bottom; y += 1) {
    const cellsAbove = Math.floor(((y - top) / (bottom - top)) * CELLS) * CELLS;
    for (let x = left; x < right; x += 1) {
      const cell = cellsAbove + Math.floor(((x - left) / (right - left)) * CELLS);
      counts[cell]! += 1;
      for (let channel = 0; channel < channels; channel += 1)
        sums[cell * channels + channel]! += data[(y * width + x) * channels + channel]!;
    }
  }
  return sums.map((sum, i) => sum / Math.max(1, counts[Math.floor(i / channels)]!));
}

/** The two cells between whose middles a pixel lies, and its share of the second. */
function between(pixel: number, size: number): { low: number; high: number; share: number } {
  const place = Math.min(CELLS - 1, Math.max(0, ((pixel + 0.5) / size) * CELLS - 0.5));
  const low = Math.floor(place);
  return { low, high: Math.min(CELLS - 1, low + 1), share: place - low };
}
