import { type Kysely, sql } from 'kysely';
import type { LanguageCode } from '#server/contract/languages.ts';
import { byName } from '#server/db/by-name.sql.ts';
import type { DB } from '#server/db/tables.ts';
import { clubsOf } from '#server/visibility/gallery-visibility.sql.ts';

/** Enough for decades of a club; a calendar program reads all of them each time. */
const eventsMax = 2_000;

export function findFeed(db: Kysely<DB>, userId: string) {
  return db
    .selectFrom('calendar_feed')
    .select(['id', 'token_hash', 'created_at'])
    .where('user_id', '=', userId)
    .executeTakeFirst();
}

/** Writes the feed of an account over the one before, whose address ends by this. */
export async function saveFeed(
  db: Kysely<DB>,
  userId: string,
  feed: { id: string; token_hash: Buffer; created_at: Date },
): Promise<void> {
  await db
    .insertInto('calendar_feed')
    .values({ user_id: userId, ...feed })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet(feed))
    .execute();
}

export async function deleteFeed(db: Kysely<DB>, userId: string): Promise<void> {
  await db.deleteFrom('calendar_feed').where('user_id', '=', userId).execute();
}

/** The active account that a feed belongs to. */
export function findFeedReader(
  db: Kysely<DB>,
  tokenHash: Buffer,
): Promise<{ id: string; language: LanguageCode | null } | undefined> {
  return db
    .selectFrom('calendar_feed')
    .innerJoin('app_user', 'app_user.id', 'calendar_feed.user_id')
    .select(['app_user.id', 'app_user.language'])
    .where('calendar_feed.token_hash', '=', tokenHash)
    .where('app_user.is_active', '=', true)
    .executeTakeFirst();
}

/** Events of the clubs that count as the user's, from a date on. Events themselves are open to every account. */
export function listCalendarEvents(db: Kysely<DB>, userId: string, from: string) {
  return db
    .selectFrom('event')
    .select([
      'id',
      'name',
      'description',
      'event_date',
      'location',
      'updated_at',
      sql<string>`(select string_agg(c.name, ', ' order by ${byName('c.name')}, c.id) from event_club ec
        join club c on c.id = ec.club_id where ec.event_id = event.id)`.as('club_names'),
    ])
    .where(
      sql<boolean>`exists (select 1 from event_club ec
        where ec.event_id = event.id and ec.club_id in ${clubsOf(userId)})`,
    )
    .where('event_date', '>=', from)
    .orderBy('event_date', 'desc')
    .orderBy('id')
    .limit(eventsMax)
    .execute();
}
export type CalendarEvent = Awaited<ReturnType<typeof listCalendarEvents>>[number];
