/**
 * What has changed of the faces that are grouped, so that a gallery is read once while photos come to it. Postgres says it: each
 * row bears the transaction that wrote it (`xmin`). What is gone is seen by counting.
 */
import { sql } from 'kysely';
import { groupedFaces, type Read, selectFaces, toFaces } from './faces-to-cluster.repository.ts';

/** When a gallery was read. */
export type ReadMoment = {
  /** Which server, since when it runs, and which of its databases: transactions are numbered by each. */
  database: string;
  /** The number of the oldest transaction that was not over, whose rows may have been missed. */
  unfinished: string;
};

/** To be read before the faces. */
export async function readMoment(db: Read['db']): Promise<ReadMoment> {
  const { rows } = await sql<ReadMoment>`
    select concat_ws(' ', pg_postmaster_start_time(), inet_server_addr(), inet_server_port(),
        (select oid from pg_database where datname = current_database())) as database,
      pg_snapshot_xmin(pg_current_snapshot())::text as unfinished`.execute(db);
  return rows[0]!;
}

/** @returns the faces that were written since, ids of some that are gone, and how many there were, with a person or without */
export async function listChangedFaces(read: Read, { unfinished }: ReadMoment) {
  const isNew = (table: 'face' | 'assignment') =>
    sql`age(${sql.ref(`${table}.xmin`)}) <= age(${unfinished}::xid8::xid)`;
  const { faces, placed, changed } = await groupedFaces(read)
    .select([
      sql<number>`count(*)::int`.as('faces'),
      sql<number>`count(assignment.face_id)::int`.as('placed'),
      sql<
        string[]
      >`coalesce(array_agg(face.id) filter (where ${isNew('face')} or ${isNew('assignment')}), '{}')`.as(
        'changed',
      ),
    ])
    .executeTakeFirstOrThrow();
  const rows =
    changed.length === 0
      ? []
      : await selectFaces(read).where(sql<boolean>`face.id = any(${changed}::uuid[])`).execute();
  const found = new Set(rows.map(({ id }) => id));
  return { faces: toFaces(rows), gone: changed.filter((id) => !found.has(id)), counts: { faces, placed } };
}

/** The ids of all faces, and of those with a person. */
export async function listFaceIds(read: Read): Promise<{ ids: string[]; placed: string[] }> {
  return groupedFaces(read)
    .select([
      sql<string[]>`coalesce(array_agg(face.id), '{}')`.as('ids'),
      sql<string[]>`coalesce(array_agg(face.id) filter (where assignment.face_id is not null), '{}')`.as(
        'placed',
      ),
    ])
    .executeTakeFirstOrThrow();
}
