import { type Kysely, sql, type Transaction } from 'kysely';
import { dayMs, lifetimes } from '#server/contract/lifetimes.ts';
import type { DB } from '#server/db/tables.ts';
import { firstIdOf } from '#server/ids.ts';
import { isBeingAnalysed } from '#server/visibility/photo-analyses.sql.ts';

type Executor = Kysely<DB> | Transaction<DB>;
/** One evening of one account. */
type Evening = { userId: string; day: string };

/**
 * An evening for each account with a device that has none yet, or whose last look found nothing. Answers the accounts.
 * @param oldest without photos since then there is nothing to look for
 */
export async function openEvenings(
  trx: Transaction<DB>,
  { day, now, lookAgainBefore, oldest }: { day: string; now: Date; lookAgainBefore: Date; oldest: Date },
): Promise<string[]> {
  const { rows } = await sql<{ user_id: string }>`
    insert into web_push_evening (user_id, day, state, updated_at)
    select distinct d.user_id, ${day}::date, 'waiting', ${now}::timestamptz from web_push_device d
    where exists (select from photo where photo.id > ${firstIdOf(new Date(oldest.getTime() - dayMs))}::uuid
      and photo.created_at > ${oldest}::timestamptz)
    on conflict (user_id, day) do update set state = 'waiting', updated_at = excluded.updated_at
      where web_push_evening.state = 'nothing' and web_push_evening.updated_at < ${lookAgainBefore}::timestamptz
    returning user_id`.execute(trx);
  return rows.map(({ user_id }) => user_id);
}

export async function closeEvening(
  db: Executor,
  { userId, day }: Evening,
  how: { state: 'nothing' | 'done'; told?: { until: Date; galleryIds: string[] } },
  now: Date,
): Promise<void> {
  await db
    .updateTable('web_push_evening')
    .set({
      state: how.state,
      updated_at: now,
      ...(how.told && { photos_until: how.told.until, gallery_ids: how.told.galleryIds }),
    })
    .where('user_id', '=', userId)
    .where('day', '=', day)
    .execute();
}

/** Until when an account was told of each gallery, on earlier evenings. */
export async function listToldGalleries(db: Executor, { userId, day }: Evening): Promise<Map<string, Date>> {
  const { rows } = await sql<{ id: string; until: Date }>`
    select told.id, max(e.photos_until) as until
    from web_push_evening e cross join unnest(e.gallery_ids) as told (id)
    where e.user_id = ${userId}::uuid and e.day < ${day}::date group by told.id`.execute(db);
  return new Map(rows.map(({ id, until }) => [id, until]));
}

/**
 * Of these galleries, those that are news to an account: nobody adds photos to them just now, all are analysed, and they are
 * not its own.
 */
export async function listSettledGalleries(
  db: Executor,
  galleryIds: readonly string[],
  { userId, until }: { userId: string; until: Date },
): Promise<Set<string>> {
  const { rows } = await sql<{ id: string }>`
    select gallery.id from gallery where gallery.id = any(${[...galleryIds]}::uuid[])
      and ${userId}::uuid is distinct from gallery.created_by and ${userId}::uuid is distinct from gallery.photographer_id
      and not exists (select from photo where photo.gallery_id = gallery.id and photo.created_at > ${until}::timestamptz)
      and not ${isBeingAnalysed(sql.ref('gallery.id'))}`.execute(db);
  return new Set(rows.map(({ id }) => id));
}

export async function removeOldEvenings(db: Executor, now: Date): Promise<void> {
  await db
    .deleteFrom('web_push_evening')
    .where('updated_at', '<', new Date(now.getTime() - lifetimes.pushEveningKeptMs - dayMs))
    .execute();
}
