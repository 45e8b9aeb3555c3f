import { mkdtemp, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import os from 'node:os';
import path from 'node:path';
import sharp from 'sharp';

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
