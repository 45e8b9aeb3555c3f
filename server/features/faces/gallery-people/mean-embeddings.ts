import { type Kysely, type RawBuilder, sql, type Transaction } from 'kysely';
import type { DB } from '#server/db/tables.ts';
import { isTakenDown } from '#server/visibility/is-taken-down.sql.ts';

/** People in one transaction: the embedded database answers no other query meanwhile. */
const PEOPLE_AT_ONCE = 500;
const FILLED_AT_ONCE = 10_000;
const LOCK_NUMBER = 7_215_344_902;

/**
 * Rows `(recogniser, embedding)` of one person: the mean of the unit vectors of its faces. Weak faces count only where there
 * is no core face; faces in photos that were taken down and those of an earlier analysis never count.
 */
const meansOf = (personId: RawBuilder<unknown>): RawBuilder<unknown> => sql`
  select f.recogniser, coalesce(avg(l2_normalize(f.embedding)) filter (where f.grade = 'core'),
    avg(l2_normalize(f.embedding))) as embedding
  from assignment a join face f on f.id = a.face_id
  where a.person_id = ${personId} and f.is_current and f.embedding is not null and not ${isTakenDown(sql.ref('f.photo_id'))}
  group by f.recogniser`;

/**
 * Rows `(person_id, embedding)` of the people of some galleries, as they are now: kept means, and of people whose faces changed
 * since their mean was kept those of their faces. Kept means may be of people who are gone.
 * @param galleryIds a subquery
 */
export const personMeans = (recogniser: string, galleryIds: RawBuilder<unknown>): RawBuilder<unknown> => {
  // An array: the planner would read the means of all galleries, or all people, to join them with a subquery.
  const isOfThem = (column: string) => sql`${sql.ref(column)} = any(array(${galleryIds}))`;
  const isKept = sql`kept.recogniser = ${recogniser} and kept.person_id not in (select person_id from stale)`;
  return sql`(
  with stale as materialized (
    select distinct person_id from person_mean_stale where ${isOfThem('person_mean_stale.gallery_id')})
  select kept.person_id, kept.embedding from person_mean kept where ${isOfThem('kept.gallery_id')} and ${isKept}
  union all
  select kept.person_id, kept.embedding from person join person_mean kept on kept.person_id = person.id
  where ${isOfThem('person.gallery_id')} and kept.gallery_id is null and ${isKept}
  union all
  select stale.person_id, mean.embedding from stale cross join lateral (${meansOf(sql.ref('stale.person_id'))}) mean
  where mean.recogniser = ${recogniser})`;
};

/**
 * Keeps the means of people whose faces changed. Searches are right without it, and slower. Each change adds a row of its own
 * to `person_mean_stale`, so that one that commits meanwhile is not lost: its row stays for the next time.
 */
export async function refreshPersonMeans(db: Kysely<DB>): Promise<void> {
  while (await refreshSome(db));
}

/** @returns false when none is left, or another process is at it */
async function refreshSome(db: Kysely<DB>): Promise<boolean> {
  const waiting = await db.selectFrom('person_mean_stale').select('person_id').limit(1).executeTakeFirst();
  if (!waiting) return false;
  return db.transaction().execute(async (trx) => {
    if (!(await lockMeans(trx))) return false;
    const marks = await sql<{ person_id: string }>`delete from person_mean_stale where person_id in (
      select distinct person_id from person_mean_stale limit ${sql.lit(PEOPLE_AT_ONCE)}) returning person_id`.execute(
      trx,
    );
    const people = [...new Set(marks.rows.map(({ person_id }) => person_id))];
    if (people.length === 0) return false; // another process was faster
    await trx.deleteFrom('person_mean').where('person_id', 'in', people).execute();
    await sql`insert into person_mean (person_id, recogniser, embedding, gallery_id)
      select p.id, mean.recogniser, mean.embedding, p.gallery_id
      from person p cross join lateral (${meansOf(sql.ref('p.id'))}) mean where p.id = any(${people}::uuid[])`.execute(
      trx,
    );
    return true;
  });
}

/** Means that were kept before they had a gallery get theirs; searches find them by their people until then. */
export async function fillGalleriesOfMeans(db: Kysely<DB>): Promise<void> {
  while (await fillSome(db));
}

/** @returns false when none is left, or another process is at it */
async function fillSome(db: Kysely<DB>): Promise<boolean> {
  const waiting = await sql`select from person_mean where gallery_id is null limit 1`.execute(db);
  if (waiting.rows.length === 0) return false;
  return db.transaction().execute(async (trx) => {
    if (!(await lockMeans(trx))) return false;
    await sql`with batch as materialized (
        select person_id, recogniser from person_mean where gallery_id is null limit ${sql.lit(FILLED_AT_ONCE)}),
      gone as (delete from person_mean mean using batch where mean.person_id = batch.person_id
        and not exists (select from person where person.id = batch.person_id))
      update person_mean mean set gallery_id = person.gallery_id from batch join person on person.id = batch.person_id
      where mean.person_id = batch.person_id and mean.recogniser = batch.recogniser`.execute(trx);
    return true;
  });
}

async function lockMeans(trx: Transaction<DB>): Promise<boolean> {
  const lock = await sql<{
    held: boolean;
  }>`select pg_try_advisory_xact_lock(${sql.lit(LOCK_NUMBER)}) as held`.execute(trx);
  return lock.rows[0]!.held;
}
