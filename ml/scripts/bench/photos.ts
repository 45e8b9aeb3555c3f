import { mkdtemp, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import os from 'node:os';
import path from 'node:path';
import sharp from 'sharp';

const CAMERA = { width: 4000, height: 3000 } as const;

/**
 * Twelve-megapixel JPEGs made from the sample photos in the npm package (the only ones every machine has), turned
 * and mirrored so that no two are equal. Softer, and so smaller in bytes, than a camera's own.
 */
export async function benchPhotos(count: number): Promise<{ files: string[]; remove(): Promise<void> }> {
  const packageDir = path.dirname(
    createRequire(import.meta.url).resolve('@vladmandic/face-api/package.json'),
  );
  const dir = await mkdtemp(path.join(os.tmpdir(), 'clublens-bench-'));
  const files: string[] = [];
  for (let i = 0; i < count; i++) {
    const file = path.join(dir, `${i}.jpg`);
    await sharp(path.join(packageDir, 'demo', `sample${1 + (i % 6)}.jpg`))
      .flop(i % 12 >= 6)
      .resize(CAMERA.width, CAMERA.height, { fit: 'cover' })
      .modulate({ brightness: 1 - (i % 5) / 50 })
      .jpeg({ quality: 90 })
      .toFile(file);
    files.push(file);
  }
  return { files, remove: () => rm(dir, { recursive: true, force: true }) };
}
