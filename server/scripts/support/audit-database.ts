import { type Kysely, sql, type Transaction } from 'kysely';
import type { DB } from '#server/db/tables.ts';
import { isOrphanToDelete } from '#server/features/faces/gallery-people/orphaned-people.sql.ts';
import { queueAnalysis } from '#server/features/faces/recognition/queue-analysis.ts';
import { listOpenWithoutJob } from '#server/features/galleries/photos/photo-analyses.repository.ts';
import { createJobQueue } from '#server/jobs/queue.ts';
import type { Problem } from './report-problems.ts';

/** A job whose lease ended this long ago has lost its server. */
const STUCK_MS = 10 * 60 * 1000;

/** What rows alone can tell. */
export async function auditDatabase(db: Kysely<DB>): Promise<Problem[]> {
  return [
    await photosWithoutJob(db),
    await abandonedJobs(db),
    await peopleWithoutFaces(db),
    await assignmentsAcrossGalleries(db),
    await facesWithoutPerson(db),
  ];
}

async function photosWithoutJob(db: Kysely<DB>): Promise<Problem> {
  const rows = await listOpenWithoutJob(db);
  const photoIds = rows.map((row) => row.photo_id);
  return {
    what: 'photos that wait for recognition without being in the queue',
    items: photoIds,
    repaired: 'queued again',
    repair: () => inTransaction(db, (trx) => queueAnalysis(createJobQueue(), trx, { photoIds })),
  };
}

async function abandonedJobs(db: Kysely<DB>): Promise<Problem> {
  const rows = await db
    .selectFrom('job')
    .select(['id', 'name', 'key'])
    .where('state', '=', 'running')
    .where('lease_until', '<', sql<Date>`now() - ${STUCK_MS} * interval '1 millisecond'`)
    .execute();
  return {
    what: 'jobs whose server has gone; a running server takes them up by itself',
    items: rows.map((row) => `${row.name} ${row.key ?? row.id}`),
  };
}

async function peopleWithoutFaces(db: Kysely<DB>): Promise<Problem> {
  const rows = await db.selectFrom('person').select('id').where(isOrphanToDelete).execute();
  const ids = rows.map((row) => row.id);
  return {
    what: 'people without a face or a decision',
    items: ids,
    repaired: 'removed',
    repair: () => db.deleteFrom('person').where('id', 'in', ids).execute(),
  };
}

async function assignmentsAcrossGalleries(db: Kysely<DB>): Promise<Problem> {
  const rows = await db
    .selectFrom('assignment')
    .innerJoin('face', 'face.id', 'assignment.face_id')
    .innerJoin('person', 'person.id', 'assignment.person_id')
    .select(['assignment.face_id', 'face.gallery_id as of_face', 'person.gallery_id as of_person'])
    .whereRef('face.gallery_id', '!=', 'person.gallery_id')
    .execute();
  return {
    what: 'faces that belong to people of another gallery',
    items: rows.map((row) => row.face_id),
    repaired: 'taken from them; their galleries are grouped again',
    repair: () =>
      inTransaction(db, async (trx) => {
        const faces = rows.map((row) => row.face_id);
        await trx.deleteFrom('assignment').where('face_id', 'in', faces).execute();
        await groupAgain(
          trx,
          rows.flatMap((row) => [row.of_face, row.of_person]),
        );
      }),
  };
}

/** After clustering, every face of grade `core` belongs to a person. */
async function facesWithoutPerson(db: Kysely<DB>): Promise<Problem> {
  const rows = await db
    .selectFrom('face')
    .innerJoin('gallery', 'gallery.id', 'face.gallery_id')
    .select(['face.id', 'face.gallery_id'])
    .where('face.is_current', '=', true)
    .where('face.grade', '=', 'core')
    .where('face.embedding', 'is not', null)
    // Faces of another recogniser wait for their photos to be analysed again.
    .where(sql<boolean>`split_part(gallery.clustering_stamp, ' ', 1) = face.recogniser`)
    .where(sql<boolean>`not exists (select 1 from assignment a where a.face_id = face.id)`)
    .where(
      sql<boolean>`not exists (select 1 from job where job.name = 'cluster-gallery' and job.key = gallery.id::text)`,
    )
    .execute();
  return {
    what: 'good faces that are nobody’s',
    items: rows.map((row) => row.id),
    repaired: 'their galleries are grouped again',
    repair: () =>
      inTransaction(db, (trx) =>
        groupAgain(
          trx,
          rows.map((row) => row.gallery_id),
        ),
      ),
  };
}

function groupAgain(trx: Transaction<DB>, galleryIds: readonly string[]): Promise<unknown> {
  const payloads = [...new Set(galleryIds)].map((gallery_id) => ({ gallery_id }));
  return createJobQueue().enqueue(trx, 'cluster-gallery', payloads);
}

function inTransaction<T>(db: Kysely<DB>, work: (trx: Transaction<DB>) => Promise<T>): Promise<T> {
  return db.transaction().execute(work);
}
