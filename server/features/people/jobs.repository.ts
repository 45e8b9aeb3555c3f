import { type Kysely, sql } from 'kysely';
import type { z } from 'zod';
import { type ErrorCode, errorTable } from '#server/contract/errors.ts';
import type { faceJob, JobStatus } from '#server/contract/schemas/faces.ts';
import type { DB } from '#server/db/tables.ts';
import { pictureUrl } from '#server/features/photos/picture-url.ts';

const dayMs = 24 * 60 * 60 * 1000;

/** The console's four figures and the small line of the last 24 hours. */
export async function jobsSummary(db: Kysely<DB>, now: Date) {
  const since = new Date(now.getTime() - dayMs);
  const rows = await db
    .selectFrom('face_job')
    .select(['status', sql<number>`count(*)::int`.as('count')])
    .groupBy('status')
    .execute();
  const counts: Record<JobStatus, number> = {
    pending: 0,
    queued: 0,
    processing: 0,
    completed: 0,
    failed: 0,
    no_faces: 0,
  };
  for (const row of rows) counts[row.status] = row.count;
  // A photo that is looked at again keeps the time it was done before, so it counts on: once, whatever is rerun.
  const done = db.selectFrom('face_job').where('status', '!=', 'failed');
  const recent = await done
    .select([
      sql<number>`count(*)::int`.as('completed_last_24h'),
      sql<number>`coalesce(sum(faces_detected), 0)::int`.as('faces_detected_last_24h'),
    ])
    .where('completed_at', '>', since)
    .executeTakeFirstOrThrow();
  const { last_completed_at } = await done
    .select((eb) => eb.fn.max('completed_at').as('last_completed_at'))
    .executeTakeFirstOrThrow();
  const hours = await done
    .select([
      sql<number>`floor(extract(epoch from (completed_at - ${since}::timestamptz)) / 3600)::int`.as('hour'),
      sql<number>`count(*)::int`.as('count'),
    ])
    .where('completed_at', '>', since)
    .groupBy(sql`1`)
    .execute();
  const per_hour = Array.from({ length: 24 }, () => 0);
  for (const { hour, count } of hours) per_hour[Math.min(hour, 23)]! += count;
  return {
    queue_depth: counts.pending + counts.queued,
    processing: counts.processing,
    failed: counts.failed,
    ...recent,
    counts,
    last_completed_at,
    per_hour,
  };
}

function jobs(db: Kysely<DB>) {
  return db
    .selectFrom('face_job')
    .innerJoin('photo', 'photo.id', 'face_job.photo_id')
    .innerJoin('gallery', 'gallery.id', 'face_job.gallery_id')
    .select([
      'face_job.photo_id',
      'face_job.gallery_id',
      'gallery.name as gallery',
      'photo.filename',
      'photo.rendition_version',
      'face_job.attempts',
      'face_job.faces_detected',
      'face_job.error_code',
      'face_job.error_reason',
      'face_job.status',
      'face_job.created_at',
      'face_job.updated_at',
      'face_job.completed_at',
    ]);
}
type JobRow = Awaited<ReturnType<ReturnType<typeof jobs>['executeTakeFirstOrThrow']>>;

const ended: JobStatus[] = ['completed', 'no_faces', 'failed'];

const toJob = ({ rendition_version, error_reason, ...row }: JobRow): z.output<typeof faceJob> => ({
  ...row,
  thumbnail_url: pictureUrl({ id: row.photo_id, rendition_version }, 'small'),
  error: row.error_code && (error_reason ?? errorTable[row.error_code as ErrorCode]?.[1] ?? row.error_code),
  created_at: row.created_at.toISOString(),
  updated_at: row.updated_at.toISOString(),
  completed_at: (ended.includes(row.status) && row.completed_at?.toISOString()) || null,
});

/** Photos waiting or at work, those at work first. */
export async function listActiveJobs(db: Kysely<DB>, limit: number) {
  const rows = await jobs(db)
    .where('face_job.status', 'in', ['pending', 'queued', 'processing'])
    .orderBy(sql`face_job.status = 'processing'`, 'desc')
    .orderBy('face_job.updated_at', 'desc')
    .limit(limit)
    .execute();
  return { jobs: rows.map(toJob) };
}

/** Photos that were finished or given up, the latest first. */
export async function listRecentJobs(db: Kysely<DB>, limit: number) {
  const rows = await jobs(db)
    .where('face_job.status', 'in', ended)
    .orderBy('face_job.updated_at', 'desc')
    .limit(limit)
    .execute();
  return { jobs: rows.map(toJob) };
}
