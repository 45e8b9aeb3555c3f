import { mkdtemp, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import os from 'node:os';
import path from 'node:path';
import sharp from 'sharp';
import type { LabelledPhoto } from '../../evaluate/photos.ts';

const CAMERA = { width: 4000, height: 3000 } as const;

export const COLOUR_PROFILES = ['srgb', 'p3'] as const;
/** `p3` is Display P3, in which iPhones take photos. */
export type ColourProfile = (typeof COLOUR_PROFILES)[number];

const packageDir = path.dirname(createRequire(import.meta.url).resolve('@vladmandic/face-api/package.json'));

/** One of the six real photos (1..6) that ship in the npm package. */
export const samplePhoto = (index: number): string => path.join(packageDir, 'demo', `sample${index}.jpg`);

/**
 * Twelve-megapixel JPEGs made from the sample photos in the npm package (the only ones every machine has), turned
 * and mirrored so that no two are equal. Softer, and so smaller in bytes, than a camera's own.
 * @param profile their colour profile; none, as from many cameras, where it is left out
 */
export async function benchPhotos(
  count: number,
  profile?: ColourProfile,
): Promise<{ files: string[]; remove(): Promise<void> }> {
  const dir = await mkdtemp(path.join(os.tmpdir(), 'clublens-bench-'));
  const files: string[] = [];
  for (let i = 0; i < count; i++) {
    const file = path.join(dir, `${i}.jpg`);
    const photo = sharp(samplePhoto(1 + (i % 6)))
      .flop(i % 12 >= 6)
      .resize(CAMERA.width, CAMERA.height, { fit: 'cover' })
      .modulate({ brightness: 1 - (i % 5) / 50 });
    await (profile ? photo.withIccProfile(profile) : photo).jpeg({ quality: 90 }).toFile(file);
    files.push(file);
  }
  return { files, remove: () => rm(dir, { recursive: true, force: true }) };
}

/** Of 12 and of 3 megapixels in turn, about 3.6 MB and .9 MB, as cameras and messengers make them: with the grain that `benchPhotos` lack. */
export async function grainyPhotos(count: number): Promise<{ dir: string; remove(): Promise<void> }> {
  const dir = await mkdtemp(path.join(os.tmpdir(), 'clublens-bench-'));
  const { width, height } = CAMERA;
  const grain = await sharp({
    create: {
      width,
      height,
      channels: 3,
      background: '#808080',
      noise: { type: 'gaussian', mean: 128, sigma: 26 },
    },
  })
    .raw()
    .toBuffer();
  for (let i = 0; i < count; i++) {
    const size = i % 2 === 0 ? { width, height } : { width: width / 2, height: height / 2 };
    await sharp(samplePhoto(1 + ((i >> 1) % 6)))
      .flop(i % 24 >= 12)
      .resize(size.width, size.height, { fit: 'cover' })
      .composite([
        {
          input: grain.subarray(0, 3 * size.width * size.height),
          raw: { ...size, channels: 3 },
          blend: 'soft-light',
        },
      ])
      .jpeg({ quality: 90 })
      .toFile(path.join(dir, `${String(i).padStart(3, '0')}.jpg`));
  }
  return { dir, remove: () => rm(dir, { recursive: true, force: true }) };
}

const GROUP = { width: 1200, height: 900, face: 340 } as const;
const BACKGROUND = '#707070';
/** From one of a photo to the next, in the list of people. */
const STEP = 5;
/** Photos made at once. */
const AT_ONCE = 4;

/** Photos of one megapixel, each of three people side by side, of whom no two are alike: turned, lit and placed a little otherwise. */
export async function groupPhotos(
  people: readonly LabelledPhoto[],
  count: number,
): Promise<{ dir: string; remove(): Promise<void> }> {
  const dir = await mkdtemp(path.join(os.tmpdir(), 'clublens-bench-'));
  const { width, height, face } = GROUP;
  const portrait = ({ file }: LabelledPhoto) =>
    sharp(file)
      .resize(face, face, { fit: 'contain', background: BACKGROUND })
      .flatten()
      .raw()
      .toBuffer({ resolveWithObject: true });
  const ofPerson = Object.values(Object.groupBy(people, ({ person }) => person));
  const portraits = await Promise.all(ofPerson.map((photos) => Promise.all(photos!.map(portrait))));
  const empty = sharp({ create: { width, height, channels: 3, background: BACKGROUND } });
  const make = async (i: number) => {
    const random = randomOf(i);
    const first = Math.floor(random() * portraits.length);
    const faces = [0, 1, 2].map(async (place) => {
      const some = portraits[(first + place * STEP) % portraits.length]!;
      const [left, top] = [Math.round(place * 390 + random() * 20), Math.round(200 + random() * 100)];
      const { data, info } = some[Math.floor(random() * some.length)]!;
      const { width, height, channels } = info;
      const picture = sharp(data, { raw: { width, height, channels } })
        .rotate(random() * 12 - 6, { background: BACKGROUND })
        .linear(0.85 + random() * 0.3)
        .raw();
      const turned = await picture.toBuffer({ resolveWithObject: true });
      return { input: turned.data, raw: turned.info, left, top };
    });
    await empty
      .clone()
      .composite(await Promise.all(faces))
      .jpeg({ quality: 90 })
      .toFile(path.join(dir, `${String(i).padStart(5, '0')}.jpg`));
  };
  for (let i = 0; i < count; i += AT_ONCE)
    await Promise.all(Array.from({ length: Math.min(AT_ONCE, count - i) }, (_, n) => make(i + n)));
  return { dir, remove: () => rm(dir, { recursive: true, force: true }) };
}

/** Numbers from 0 to 1, the same for the same photo (mulberry32). */
function randomOf(seed: number): () => number {
  let state = Math.imul(seed + 1, 0x9e3779b1);
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
