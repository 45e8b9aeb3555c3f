import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import sharp from 'sharp';

const resolve = createRequire(import.meta.url).resolve;
const inPackage = (name: string, ...path: string[]) =>
  join(dirname(resolve(`${name}/package.json`)), ...path);

/** Photos of groups that come with the face package, under its licence. */
export const samplePath = (n: number): string => inPackage('@vladmandic/face-api', 'demo', `sample${n}.jpg`);
const portrait = (name: string) => inPackage('paper-kit-2', 'assets', 'img', 'faces', `${name}.jpg`);

const files = {
  costumes: samplePath(1),
  sofa: samplePath(3),
  friends: samplePath(4),
  stairs: samplePath(5),
  window: samplePath(6),
  ayo: portrait('ayo-ogunseinde-2'),
  hat: portrait('clem-onojeghuo-2'),
  scarf: portrait('clem-onojeghuo-3'),
  erik: portrait('erik-lucatero-2'),
  joe: portrait('joe-gardner-2'),
  kaci: portrait('kaci-baum-2'),
};
export type Source = keyof typeof files;

/** Left, top, right, bottom as fractions of the source. */
type Frame = readonly [number, number, number, number];

export interface Shot {
  source: Source;
  frame?: Frame;
  tone?: 'warm' | 'cool' | 'bright' | 'mono';
  /** The longest edge, in pixels. */
  size?: number;
}

/** The middle of each face one may know by name, as fractions of the source, and whose it is. */
export const knownFaces: Partial<Record<Source, readonly { who: string; at: readonly [number, number] }[]>> =
  {
    costumes: [
      { who: 'lotte', at: [0.27, 0.31] },
      { who: 'hanna', at: [0.86, 0.22] },
    ],
    sofa: [
      { who: 'jule', at: [0.36, 0.34] },
      { who: 'hanna', at: [0.61, 0.27] },
      { who: 'carla', at: [0.81, 0.34] },
    ],
    friends: [
      { who: 'mia', at: [0.17, 0.23] },
      { who: 'aylin', at: [0.38, 0.17] },
      { who: 'nina', at: [0.56, 0.2] },
      { who: 'svea', at: [0.7, 0.19] },
    ],
    stairs: [
      { who: 'kim', at: [0.36, 0.4] },
      { who: 'lan', at: [0.45, 0.19] },
      { who: 'linh', at: [0.63, 0.2] },
      { who: 'rosa', at: [0.79, 0.35] },
    ],
    window: [
      { who: 'malia', at: [0.17, 0.4] },
      { who: 'dana', at: [0.42, 0.26] },
      { who: 'zara', at: [0.65, 0.26] },
      { who: 'emma', at: [0.83, 0.2] },
    ],
    ayo: [{ who: 'samuel', at: [0.5, 0.28] }],
    hat: [{ who: 'elias', at: [0.5, 0.49] }],
    scarf: [{ who: 'peter', at: [0.5, 0.36] }],
    erik: [{ who: 'paul', at: [0.5, 0.5] }],
    joe: [{ who: 'tessa', at: [0.5, 0.35] }],
    kaci: [{ who: 'freya', at: [0.48, 0.38] }],
  };

const tones = {
  warm: { brightness: 1.04, saturation: 1.12, hue: 4 },
  cool: { brightness: 1.02, saturation: 0.85, hue: 350 },
  bright: { brightness: 1.14, saturation: 1.05 },
  mono: { brightness: 1.05, saturation: 0 },
};
const usualSize = 1600;

/** A photo as a camera would have taken it then: the same bytes each time. */
export async function takeShot(shot: Shot, takenAt: string): Promise<Buffer> {
  const original = await readFile(files[shot.source]);
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
