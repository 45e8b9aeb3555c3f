import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { setTimeout as delay } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Services } from '#server/create-services.ts';
import { addPhoto } from '#server/features/galleries/photos/add-photo.ts';
import { recognitionJobs } from '#server/jobs/registry.ts';
import type { DemoGallery } from './events-and-galleries.ts';
import { shotsOf } from './photos-of-galleries.ts';
import { type Shot, takeShot } from './take-shot.ts';

export interface TakenPhoto {
  id: string;
  galleryId: string;
  shot: Shot;
}

/** A few minutes apart, on the evening of the event. */
const takenAt = (date: string, index: number) => {
  const minutes = 18 * 60 + 40 + index * 7;
  const two = (value: number) => String(value).padStart(2, '0');
  return `${date.replaceAll('-', ':')} ${two(Math.floor(minutes / 60))}:${two(minutes % 60)}:00`;
};

/** Uploads the photos as people do, and waits until recognition has seen them all. */
export async function fillGalleries(
  { ctx, files, engine, runner }: Services,
  galleries: readonly DemoGallery[],
  uploadedBy: string,
  tell: (line: string) => void,
): Promise<TakenPhoto[]> {
  await engine.ready;
  await runner.start();
  await runner.resume(recognitionJobs);
  const taken: TakenPhoto[] = [];
  let count = 1_000;
  for (const { key, id: galleryId, event_date } of galleries)
    for (const [index, shot] of (shotsOf[key] ?? []).entries()) {
      const bytes = await takeShot(shot, takenAt(event_date, index));
      const draft = await files.store.draft(bytes.length);
      await draft.write(Readable.from([bytes]));
      const sha256 = createHash('sha256').update(bytes).digest();
      count += 1;
      const incoming = { galleryId, uploadedBy, temporaryPath: draft.path, sha256, bytes: bytes.length };
      const named = { filename: `DSC_${count}.jpg`, relativePath: null };
      const { photo } = await addPhoto({ ...ctx, ...files }, { ...incoming, ...named });
      taken.push({ id: photo.id, galleryId, shot });
    }
  tell(`${taken.length} photos stored; finding the people in them …`);
  while ((await openWork({ ctx })) > 0) await delay(500);
  return taken;
}

/** Recognition and grouping that is still to be done. */
async function openWork({ ctx }: Pick<Services, 'ctx'>): Promise<number> {
  const { rows } = await sql<{ open: number }>`select count(*)::int as open from job
    where name in (${sql.join(recognitionJobs)})`.execute(ctx.db);
  return rows[0]?.open ?? 0;
}
