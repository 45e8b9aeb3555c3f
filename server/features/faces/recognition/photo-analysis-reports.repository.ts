import { type Kysely, sql } from 'kysely';
import type { z } from 'zod';
import { type ErrorCode, errorTable } from '#server/contract/error-codes.ts';
import { dayMs, minuteMs } from '#server/contract/lifetimes.ts';
import { pictureUrl } from '#server/contract/picture-url.ts';
import type { AnalysisStatus, photoAnalysis } from '#server/contract/schemas/photo-analyses.ts';
import type { DB } from '#server/db/tables.ts';
import { endedStatuses, openStatuses } from '#server/features/galleries/photos/photo-analyses.repository.ts';

/**
 * What the page for administrators shows: four figures, and photos completed per hour of the last 24, in whole minutes.
 * @param stamp of today's settings; none before the models are there
 */
export async function getAnalysesSummary(db: Kysely<DB>, now: Date, stamp?: string) {
  const since = new Date(Math.floor((now.getTime() - dayMs) / minuteMs) * minuteMs);
  const counts: Record<AnalysisStatus, number> = {
    pending: 0,
    queued: 0,
    processing: 0,
    completed: 0,
    failed: 0,
    no_faces: 0,
  };
  const per_hour = Array.from({ length: 24 }, () => 0);
  let faces_detected_last_24h = 0;
  let stale = 0;
  for (const { status, hour, photos, faces, others } of await countAnalyses(db, since, stamp)) {
    counts[status] += photos;
    if (hasEnded(status)) stale += others;
    // A photo that is analysed again keeps the time of its last completion, so it is counted once.
    if (hour === null || status === 'failed') continue;
    per_hour[Math.min(hour, 23)]! += photos;
    faces_detected_last_24h += faces;
  }
  const { last_completed_at } = await db
    .selectFrom('photo_analysis')
    .where('status', '!=', 'failed')
    .select((eb) => eb.fn.max('completed_at').as('last_completed_at'))
    .executeTakeFirstOrThrow();
  return {
    queue_depth: counts.pending + counts.queued,
    processing: counts.processing,
    stale,
    failed: counts.failed,
    completed_last_24h: per_hour.reduce((sum, photos) => sum + photos, 0),
    faces_detected_last_24h,
    counts,
    last_completed_at,
    per_hour,
  };
}

/**
 * Analyses by status and, of those completed since a moment, by the hour after it; hour is null for all others.
 * `others`: made with something else than the stamp says.
 */
async function countAnalyses(db: Kysely<DB>, since: Date, stamp: string | undefined) {
  const { rows } = await sql<{
    status: AnalysisStatus;
    hour: number | null;
    photos: number;
    faces: number;
    others: number;
  }>`
    select status, case when completed_at >= ${since}::timestamptz
        then floor(extract(epoch from completed_at - ${since}::timestamptz) / 3600)::int end as hour,
      count(*)::int as photos, sum(coalesce(faces_detected, 0))::int as faces,
      (count(*) filter (where pipeline_version is distinct from coalesce(${stamp ?? null}::text, pipeline_version)))::int as others
    from photo_analysis group by 1, 2`.execute(db);
  return rows;
}

const hasEnded = (status: AnalysisStatus): boolean => endedStatuses.some((ended) => ended === status);

function selectAnalyses(db: Kysely<DB>) {
  return db
    .selectFrom('photo_analysis')
    .innerJoin('photo', 'photo.id', 'photo_analysis.photo_id')
    .innerJoin('gallery', 'gallery.id', 'photo_analysis.gallery_id')
    .select([
      'photo_analysis.photo_id',
      'photo_analysis.gallery_id',
      'gallery.name as gallery',
      'photo.filename',
      'photo.rendition_version',
      'photo_analysis.attempts',
      'photo_analysis.faces_detected',
      'photo_analysis.error_code',
      'photo_analysis.error_reason',
      'photo_analysis.status',
      'photo_analysis.created_at',
      'photo_analysis.updated_at',
      'photo_analysis.completed_at',
    ]);
}
type AnalysisRow = Awaited<ReturnType<ReturnType<typeof selectAnalyses>['executeTakeFirstOrThrow']>>;

const toPhotoAnalysis = ({
  rendition_version,
  error_reason,
  ...row
}: AnalysisRow): z.output<typeof photoAnalysis> => ({
  ...row,
  thumbnail_url: pictureUrl({ id: row.photo_id, rendition_version }, 'small'),
  error: row.error_code && (error_reason ?? errorTable[row.error_code as ErrorCode]?.[1] ?? row.error_code),
  created_at: row.created_at.toISOString(),
  updated_at: row.updated_at.toISOString(),
  completed_at: (hasEnded(row.status) && row.completed_at?.toISOString()) || null,
});

/** Photos that wait or are being analysed, the latter first. */
export async function listActiveAnalyses(db: Kysely<DB>, limit: number) {
  const rows = await selectAnalyses(db)
    .where('photo_analysis.status', 'in', openStatuses)
    .orderBy(sql`photo_analysis.status = 'processing'`, 'desc')
    .orderBy('photo_analysis.updated_at', 'desc')
    .limit(limit)
    .execute();
  return { jobs: rows.map(toPhotoAnalysis) };
}

/** Photos that were finished or given up, the latest first. */
export async function listRecentAnalyses(db: Kysely<DB>, limit: number) {
  const rows = await selectAnalyses(db)
    .where('photo_analysis.status', 'in', endedStatuses)
    .orderBy('photo_analysis.updated_at', 'desc')
    .limit(limit)
    .execute();
  return { jobs: rows.map(toPhotoAnalysis) };
}

/** Figures for the operator: analyses by status, by what they were made with, and by error. */
export async function analysisFigures(db: Kysely<DB>) {
  const byStatus = await sql<{ status: string; count: number; attempts: number; seconds: number | null }>`
    select status, count(*)::int as count, round(avg(attempts), 2)::float8 as attempts,
      round(percentile_cont(0.5) within group (order by extract(epoch from completed_at - started_at)) filter (where completed_at > started_at)::numeric, 2)::float8
        as seconds
    from photo_analysis group by status order by status`.execute(db);
  const byVersion = await sql<{ version: string; count: number }>`
    select coalesce(pipeline_version, 'not yet') as version, count(*)::int as count
    from photo_analysis group by 1 order by 2 desc`.execute(db);
  const byError = await sql<{ code: string; count: number }>`
    select coalesce(error_code, 'unknown') as code, count(*)::int as count from photo_analysis
    where status = 'failed' group by 1 order by 2 desc`.execute(db);
  return { byStatus: byStatus.rows, byVersion: byVersion.rows, byError: byError.rows };
}

export function findAnalysis(db: Kysely<DB>, photoId: string) {
  return db
    .selectFrom('photo_analysis')
    .select(['status', 'attempts', 'error_reason', 'pipeline_version'])
    .where('photo_id', '=', photoId)
    .executeTakeFirst();
}
