import { sql, type Transaction } from 'kysely';
import type { JobQueue } from '#server/app-context.ts';
import type { DB } from '#server/db/tables.ts';

type Which = { galleryId: string } | { photoIds: string[] } | { galleryId: string; notStamped: string };

/**
 * Sends photos through recognition again: their job starts from the beginning, with a fresh count of attempts.
 * What is known of them stays in place until the new result is there. Answers how many were queued.
 */
export async function queueAnalysis(jobs: JobQueue, trx: Transaction<DB>, which: Which): Promise<number> {
  let query = trx.updateTable('face_job').set({
    status: 'queued',
    attempts: 0,
    error_code: null,
    error_reason: null,
    updated_at: sql`now()`,
    started_at: null,
    // A photo that was done stays done today, while it is looked at again.
    completed_at: sql`case when status = 'failed' then null else completed_at end`,
  });
  if ('galleryId' in which) query = query.where('gallery_id', '=', which.galleryId);
  if ('notStamped' in which)
    query = query.where(sql<boolean>`pipeline_version is distinct from ${which.notStamped}`);
  if ('photoIds' in which) query = query.where('photo_id', 'in', which.photoIds);
  const rows = await query.returning('photo_id').execute();
  await jobs.enqueue(trx, 'analyse-photo', rows);
  return rows.length;
}
