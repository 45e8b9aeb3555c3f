/**
 * What has changed of the faces that are grouped, so that a gallery is read once while photos come to it. Triggers write it down
 * (`face_change`), whoever changes them.
 */
import { type Kysely, sql } from 'kysely';
import type { DB } from '#server/db/tables.ts';
import { type Read, selectFaces, toFaces } from './faces-to-cluster.repository.ts';

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

/** @returns the faces that have changed since, and the ids of those that are gone; undefined where that is not known any more */
export async function listChangedFaces(read: Read, { unfinished }: ReadMoment) {
  const since = sql`changed_in >= ${unfinished}::xid8`;
  const { rows: changes } = await sql<{ face_id: string | null }>`
    select distinct face_id from face_change where gallery_id = ${read.galleryId}::uuid and ${since}
    union all (select null from face_change where gallery_id is null and ${since} limit 1)`.execute(read.db);
  const changed = changes.flatMap(({ face_id }) => face_id ?? []);
  if (changed.length < changes.length) return;
  const rows =
    changed.length === 0
      ? []
      : await selectFaces(read).where(sql<boolean>`face.id = any(${changed}::uuid[])`).execute();
  const found = new Set(rows.map(({ id }) => id));
  return { faces: toFaces(rows), gone: changed.filter((id) => !found.has(id)) };
}

const REMOVED_AT_ONCE = 20_000;

/** Forgets what was changed before now. Who read a gallery before that reads all of it the next time. */
export async function forgetChangedFaces(db: Kysely<DB>): Promise<void> {
  for (let removed = REMOVED_AT_ONCE; removed === REMOVED_AT_ONCE; ) {
    const { rows } = await sql<{ removed: number }>`
      with removed as (
        delete from face_change where ctid = any(array(select ctid from face_change
          where face_id is not null and changed_in < pg_snapshot_xmin(pg_current_snapshot()) limit ${sql.lit(REMOVED_AT_ONCE)}))
        returning changed_in),
      earlier as (delete from face_change where face_id is null and exists (select from removed) returning changed_in),
      told as (insert into face_change (changed_in)
        select changed_in from (table removed union all table earlier) gone order by changed_in desc limit 1)
      select count(*)::int as removed from removed`.execute(db);
    removed = rows[0]!.removed;
  }
}
