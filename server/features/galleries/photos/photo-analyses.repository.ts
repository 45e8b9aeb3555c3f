import { type Kysely, type RawBuilder, sql, type Transaction } from 'kysely';
import type { AnalysisStatus } from '#server/contract/schemas/photo-analyses.ts';
import type { DB } from '#server/db/tables.ts';
import { isShownOutside } from '#server/visibility/is-gallery-shown-outside.sql.ts';
import { isPhotoShownTo, type PhotoAudience } from '#server/visibility/photo-visibility.sql.ts';

/**
 * The recognition status of photos, table `photo_analysis` with one row a photo: queued, processing, then completed,
 * no_faces or failed. Every change of it is a function of this file; photo-analysis-reports.repository.ts only reads.
 * The work itself is a row of table `job`, which is gone when the work has ended.
 */
type Executor = Kysely<DB> | Transaction<DB>;

/** An analysis with one of these is still to be done; `pending` comes from databases of older versions. */
export const openStatuses = ['pending', 'queued', 'processing'] as const satisfies AnalysisStatus[];
export const endedStatuses = ['completed', 'no_faces', 'failed'] as const satisfies AnalysisStatus[];

const isOpen = sql<boolean>`status in (${sql.join(openStatuses)})`;

export async function insertQueuedAnalysis(
  trx: Transaction<DB>,
  photo: { id: string; gallery_id: string },
): Promise<void> {
  await trx
    .insertInto('photo_analysis')
    .values({ photo_id: photo.id, gallery_id: photo.gallery_id, status: 'queued' })
    .execute();
}

/** A worker has taken these photos; the attempt is counted. */
export async function markProcessing(trx: Transaction<DB>, photoIds: readonly string[]): Promise<void> {
  await trx
    .updateTable('photo_analysis')
    .set({
      status: 'processing',
      attempts: sql`attempts + 1`,
      started_at: sql`now()`,
      updated_at: sql`now()`,
    })
    .where('photo_id', 'in', [...photoIds])
    .execute();
}

/**
 * @param result.stamp what the analysis was made with; see analysisStamp
 * @param result.is_restored keeps the time at which the photo was first ready
 */
export async function finishAnalysis(
  trx: Transaction<DB>,
  photoId: string,
  result: { faces: number; stamp: string; is_restored: boolean },
): Promise<void> {
  await trx
    .updateTable('photo_analysis')
    .set({
      status: result.faces > 0 ? 'completed' : 'no_faces',
      faces_detected: result.faces,
      pipeline_version: result.stamp,
      error_code: null,
      error_reason: null,
      updated_at: sql`now()`,
      completed_at: result.is_restored ? sql`coalesce(completed_at, now())` : sql`now()`,
    })
    .where('photo_id', '=', photoId)
    .execute();
}

type AnalysisError = { code: string; reason: string };

/** The attempt failed and another follows. */
export async function requeueFailedAnalysis(
  trx: Transaction<DB>,
  photoId: string,
  { code, reason }: AnalysisError,
): Promise<void> {
  await trx
    .updateTable('photo_analysis')
    .set({ status: 'queued', error_code: code, error_reason: reason, updated_at: sql`now()` })
    .where('photo_id', '=', photoId)
    .execute();
}

/**
 * The last attempt failed. The stamp is stored here too, so that the photo is analysed again without being asked for
 * only when models or limits have changed. Answers the photo's gallery; undefined when the photo was deleted.
 */
export async function failAnalysis(
  trx: Transaction<DB>,
  photoId: string,
  { code, reason }: AnalysisError,
  stamp: string,
): Promise<string | undefined> {
  const row = await trx
    .updateTable('photo_analysis')
    .set({
      status: 'failed',
      error_code: code,
      error_reason: reason,
      pipeline_version: stamp,
      updated_at: sql`now()`,
      completed_at: sql`now()`,
    })
    .where('photo_id', '=', photoId)
    .returning('gallery_id')
    .executeTakeFirst();
  return row?.gallery_id;
}

export type AnalysisFilter =
  | { galleryId: string }
  | { photoIds: string[] }
  | { galleryId: string; notStamped: string };

/** Queues analyses from the beginning, with a fresh count of attempts. The faces known so far stay in place. */
export async function requeueAnalyses(
  trx: Transaction<DB>,
  filter: AnalysisFilter,
): Promise<{ photo_id: string }[]> {
  let query = trx.updateTable('photo_analysis').set({
    status: 'queued',
    attempts: 0,
    error_code: null,
    error_reason: null,
    updated_at: sql`now()`,
    started_at: null,
    // A photo that was completed today counts as completed today while it is analysed again.
    completed_at: sql`case when status = 'failed' then null else completed_at end`,
  });
  if ('galleryId' in filter) query = query.where('gallery_id', '=', filter.galleryId);
  if ('notStamped' in filter)
    query = query.where(sql<boolean>`pipeline_version is distinct from ${filter.notStamped}`);
  if ('photoIds' in filter) query = query.where('photo_id', 'in', filter.photoIds);
  return query.returning('photo_id').execute();
}

/** Locks the row of a photo; undefined where there is none. */
export async function lockAnalysisStatus(
  trx: Transaction<DB>,
  photoId: string,
): Promise<AnalysisStatus | undefined> {
  const row = await trx
    .selectFrom('photo_analysis')
    .select('status')
    .where('photo_id', '=', photoId)
    .forUpdate()
    .executeTakeFirst();
  return row?.status;
}

/** Whether analyses are still to be done, in any gallery. */
export async function hasOpenAnalyses(db: Executor): Promise<boolean> {
  const open = db.selectFrom('photo_analysis').select('photo_id').where(isOpen);
  return (await open.limit(1).executeTakeFirst()) !== undefined;
}

/** Photos whose analysis is open though no job is there for it: a crash, or a database put back from a copy. */
export function listOpenWithoutJob(db: Executor): Promise<{ photo_id: string }[]> {
  return db
    .selectFrom('photo_analysis')
    .select('photo_id')
    .where(isOpen)
    .where(
      sql<boolean>`not exists (
        select 1 from job where job.name = 'analyse-photo' and job.key = photo_analysis.photo_id::text)`,
    )
    .execute();
}

/**
 * A gallery with photos that were analysed with something else than the stamp says; those shown outside first, in which people who
 * refused are known by their links alone until then.
 */
export async function findStaleGallery(
  db: Executor,
  { stamp, now }: { stamp: string; now: Date },
): Promise<string | undefined> {
  const { rows } = await sql<{ id: string }>`
    select gallery.id from gallery where exists (
      select from photo_analysis where gallery_id = gallery.id
        and (pipeline_version is null or pipeline_version < ${stamp} or pipeline_version > ${stamp}))
    order by ${isShownOutside(sql.ref('gallery.id'), now)} desc limit 1`.execute(db);
  return rows[0]?.id;
}

/** How far a gallery's photos are, as far as they are shown, in one query. */
export async function galleryProgress(db: Executor, galleryId: string, audience: PhotoAudience) {
  return db
    .selectFrom('photo_analysis')
    .select([
      sql<number>`count(*)::int`.as('photos'),
      sql<number>`(count(*) filter (where ${isOpen} and status != 'processing'))::int`.as('waiting'),
      sql<number>`(count(*) filter (where status = 'processing'))::int`.as('processing'),
      sql<number>`(count(*) filter (where status = 'failed'))::int`.as('failed'),
    ])
    .where('gallery_id', '=', galleryId)
    .where(isPhotoShownTo(audience, sql.ref('photo_analysis.photo_id')))
    .executeTakeFirstOrThrow();
}

/**
 * How many of a gallery's analyses are open, and how many have succeeded or failed after a moment. A success counts for a photo that came
 * then, or in an upload that may have ended then (ten minutes), not where a photo is analysed again.
 */
export function countAnalysesSince(db: Executor, galleryId: string, since: Date) {
  const later = sql<boolean>`completed_at > ${since}::timestamptz`;
  const isNew = sql<boolean>`photo.created_at > ${since}::timestamptz - interval '10 minutes'`;
  return db
    .selectFrom('photo_analysis')
    .innerJoin('photo', 'photo.id', 'photo_analysis.photo_id')
    .select([
      sql<number>`(count(*) filter (where ${isOpen}))::int`.as('open'),
      sql<number>`(count(*) filter (where status in ('completed', 'no_faces') and ${later} and ${isNew}))::int`.as(
        'done',
      ),
      sql<number>`(count(*) filter (where status = 'failed' and ${later}))::int`.as('failed'),
    ])
    .where('photo_analysis.gallery_id', '=', galleryId)
    .executeTakeFirstOrThrow();
}

/** Whether a photo of the gallery waits for an analysis, or was analysed with something else than the stamp says. */
export const hasUnfinishedAnalyses = (galleryId: RawBuilder<unknown>, stamp: string): RawBuilder<boolean> =>
  sql<boolean>`exists (select 1 from photo_analysis where photo_analysis.gallery_id = ${galleryId}
    and (${isOpen} or pipeline_version is distinct from ${stamp}))`;

/**
 * In how many milliseconds the upload into a gallery is over, if nothing more comes: no analysis is open, and none ended within the
 * last `quietMs`. 0 where it is over, Infinity where analyses are open. Ends that lie ahead do not count: the clock was set back.
 */
export async function msUntilUploadIsOver(db: Executor, galleryId: string, quietMs: number): Promise<number> {
  const { is_open, left_ms } = await db
    .selectFrom('photo_analysis')
    .select([
      sql<boolean | null>`bool_or(${isOpen})`.as('is_open'),
      sql<number | null>`ceil(${quietMs} - 1000 * extract(epoch from now() - max(completed_at)))::int`.as(
        'left_ms',
      ),
    ])
    .where('gallery_id', '=', galleryId)
    .where(sql<boolean>`(${isOpen}
        or completed_at > now() - ${quietMs} * interval '1 millisecond' and completed_at <= now())`)
    .executeTakeFirstOrThrow();
  return is_open ? Number.POSITIVE_INFINITY : (left_ms ?? 0);
}

/** A query of photos with the status of each, to which columns and conditions are added. */
export const photosWithAnalysis = (db: Executor) =>
  db
    .selectFrom('photo')
    .leftJoin('photo_analysis', 'photo_analysis.photo_id', 'photo.id')
    .select(['photo_analysis.status as face_status', 'photo_analysis.error_code as face_error']);
