import { type Kysely, sql } from 'kysely';
import type { DB } from '#server/db/tables.ts';

/**
 * Up to which photo an account has seen the photos of somebody of its family. New is what was added after the newest
 * photo that was on the page then; before the page was seen once, nothing is new.
 */
export async function findSeenUntil(
  db: Kysely<DB>,
  userId: string,
  clubPersonId: string,
): Promise<Date | null> {
  const row = await db
    .selectFrom('found_photos_seen')
    .select('seen_until')
    .where('user_id', '=', userId)
    .where('club_person_id', '=', clubPersonId)
    .executeTakeFirst();
  return row?.seen_until ?? null;
}

/** Moves the time forward only, so that an older page in another tab does not make photos new again. */
export async function saveSeenUntil(
  db: Kysely<DB>,
  seen: { user_id: string; club_person_id: string; seen_until: Date },
): Promise<void> {
  await db
    .insertInto('found_photos_seen')
    .values(seen)
    .onConflict((conflict) =>
      conflict.columns(['user_id', 'club_person_id']).doUpdateSet({
        seen_until: sql`greatest(found_photos_seen.seen_until, excluded.seen_until)`,
      }),
    )
    .execute();
}
