import { readFile } from 'node:fs/promises';
import sharp from 'sharp';
import { type Source, samplePictures } from './sample-pictures.ts';

/** Left, top, right, bottom as fractions of the source. */
type Frame = readonly [number, number, number, number];

export interface Shot {
  source: Source;
  frame?: Frame;
  tone?: 'warm' | 'cool' | 'bright' | 'mono';
  /** The longest edge, in pixels. */
  size?: number;
}

const tones = {
  warm: { brightness: 1.04, saturation: 1.12, hue: 4 },
  cool: { brightness: 1.02, saturation: 0.85, hue: 350 },
  bright: { brightness: 1.14, saturation: 1.05 },
  mono: { brightness: 1.05, saturation: 0 },
};
const usualSize = 1600;

/** A photo as a camera would have taken it then: the same bytes each time. */
export async function takeShot(shot: Shot, takenAt: string): Promise<Buffer> {
  const original = await readFile(samplePictures[shot.source]);
  const { width, height } = await sharp(original).metadata();
  const [left, top, right, bottom] = shot.frame ?? [0, 0, 1, 1];
  const size = shot.size ?? usualSize;
  return sharp(original)
    .extract({
      left: Math.round(left * width),
      top: Math.round(top * height),
      width: Math.round((right - left) * width),
      height: Math.round((bottom - top) * height),
    })
    .resize({ width: size, height: size, fit: 'inside' })
    .modulate(shot.tone ? tones[shot.tone] : {})
    .jpeg({ quality: 88 })
    .withExif({ IFD2: { DateTimeOriginal: takenAt, OffsetTimeOriginal: '+02:00' } })
    .toBuffer();
}

/** Where a point of the source lies in the shot; nothing where it was cut away. */
export function pointInShot(shot: Shot, [x, y]: readonly [number, number]): [number, number] | undefined {
  const [left, top, right, bottom] = shot.frame ?? [0, 0, 1, 1];
  const inside: [number, number] = [(x - left) / (right - left), (y - top) / (bottom - top)];
  return inside.every((value) => value > 0 && value < 1) ? inside : undefined;
}
