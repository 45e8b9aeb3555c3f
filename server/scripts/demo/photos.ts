import { createHash } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { sql } from 'kysely';
import sharp, { type Sharp } from 'sharp';
import type { ServerParts } from '#server/context.ts';
import { addPhoto } from '#server/features/photos/add-photo.ts';
import { recognitionJobs } from '#server/jobs/registry.ts';

const SAMPLES = 6;
/** Photos of people that come with the face package, under its licence. */
export const samplePath = (n: number): string => {
  const packageFile = createRequire(import.meta.url).resolve('@vladmandic/face-api/package.json');
  return join(dirname(packageFile), 'demo', `sample${n}.jpg`);
};

type Size = { width: number; height: number };
/** The same moment as other cameras would have caught it, so that people come again. */
const VARIATIONS: ((picture: Sharp, size: Size) => Sharp)[] = [
  (picture) => picture,
  (picture, { width, height }) =>
    picture.extract({ left: 0, top: 0, width: Math.round(width * 0.92), height: Math.round(height * 0.95) }),
  (picture, { width, height }) => {
    const left = Math.round(width * 0.08);
    return picture.extract({ left, top: 0, width: width - left, height });
  },
  (picture) => picture.modulate({ brightness: 1.15 }),
  (picture) => picture.modulate({ brightness: 0.85, saturation: 1.1 }),
  (picture, { width }) => picture.resize({ width: Math.round(width * 0.8) }),
  (picture) => picture.modulate({ saturation: 0.6 }).blur(0.6),
];

/** Some forty photos with capture times of one evening; the same bytes each time they are made. */
export async function* demoPhotos(): AsyncGenerator<{ filename: string; bytes: Buffer }> {
  let count = 0;
  for (const vary of VARIATIONS)
    for (let n = 1; n <= SAMPLES; n += 1) {
      const original = await readFile(samplePath(n));
      const { width, height } = await sharp(original).metadata();
      count += 1;
      const time = `2026:06:20 ${19 + Math.floor(count / 30)}:${String((count * 2) % 60).padStart(2, '0')}:00`;
      const bytes = await vary(sharp(original), { width, height })
        .jpeg({ quality: 90 })
        .withExif({ IFD2: { DateTimeOriginal: time, OffsetTimeOriginal: '+02:00' } })
        .toBuffer();
      yield { filename: `DSC_${String(1000 + count)}.jpg`, bytes };
    }
}

/** Sends the photos down the road every upload takes, and waits until recognition has seen them all. */
export async function fillGallery(
  { ctx, files, engine, runner }: ServerParts,
  galleryId: string,
  uploadedBy: string,
  tell: (line: string) => void,
): Promise<number> {
  await engine.ready;
  await runner.start();
  await runner.takeUp(recognitionJobs);
  let stored = 0;
  for await (const { filename, bytes } of demoPhotos()) {
    const temporaryPath = files.store.temporaryPath();
    await writeFile(temporaryPath, bytes, { flag: 'wx', mode: 0o600 });
    const sha256 = createHash('sha256').update(bytes).digest();
    const incoming = { galleryId, uploadedBy, temporaryPath, sha256, bytes: bytes.length, filename };
    const { duplicate } = await addPhoto({ ...ctx, ...files }, { ...incoming, relativePath: null });
    if (!duplicate) stored += 1;
  }
  tell(`${stored} photos stored; finding the people in them …`);
  while ((await openWork({ ctx })) > 0) await delay(500);
  return stored;
}

/** Recognition and grouping that is still to be done. */
async function openWork({ ctx }: Pick<ServerParts, 'ctx'>): Promise<number> {
  const { rows } = await sql<{ open: number }>`select count(*)::int as open from job
    where name in (${sql.join(recognitionJobs)})`.execute(ctx.db);
  return rows[0]?.open ?? 0;
}
