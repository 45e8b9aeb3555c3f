import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { DB } from '#server/db/tables.ts';
import { isTakenDown } from '#server/visibility/is-taken-down.sql.ts';

/** People in one transaction: the embedded database answers no other query meanwhile. */
const PEOPLE_AT_ONCE = 500;
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
 * Rows `(person_id, embedding)` of all people with faces, as they are now: kept means, and of people whose faces changed
 * since their mean was kept those of their faces.
 */
export const personMeans = (recogniser: string): RawBuilder<unknown> => sql`(
  select kept.person_id, kept.embedding from person_mean kept
  where kept.recogniser = ${recogniser}
    and not exists (select from person_mean_stale stale where stale.person_id = kept.person_id)
  union all
  select stale.person_id, mean.embedding
  from (select distinct person_id from person_mean_stale) stale
    cross join lateral (${meansOf(sql.ref('stale.person_id'))}) mean
  where mean.recogniser = ${recogniser})`;

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
    const lock = await sql<{
      held: boolean;
    }>`select pg_try_advisory_xact_lock(${sql.lit(LOCK_NUMBER)}) as held`.execute(trx);
    if (!lock.rows[0]?.held) return false;
    const marks = await sql<{ person_id: string }>`delete from person_mean_stale where person_id in (
      select distinct person_id from person_mean_stale limit ${sql.lit(PEOPLE_AT_ONCE)}) returning person_id`.execute(
      trx,
    );
    const people = [...new Set(marks.rows.map(({ person_id }) => person_id))];
    if (people.length === 0) return false; // another process was faster
    await trx.deleteFrom('person_mean').where('person_id', 'in', people).execute();
    await sql`insert into person_mean (person_id, recogniser, embedding)
      select p.id, mean.recogniser, mean.embedding
      from person p cross join lateral (${meansOf(sql.ref('p.id'))}) mean where p.id = any(${people}::uuid[])`.execute(
      trx,
    );
    return true;
  });
}
