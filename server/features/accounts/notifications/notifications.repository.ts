import { type Kysely, sql } from 'kysely';
import type { Viewer } from '#server/contract/permissions.ts';
import type { Notification } from '#server/contract/schemas/notifications.ts';
import type { DB } from '#server/db/tables.ts';
import { visibleTo } from '#server/visibility/gallery-visibility.sql.ts';

/** Without the person of a club that it is about: readers of no names would learn who refuses again. */
export const toldParams = sql<Notification['params']>`(params - 'club_person_id')`;

/** With the names of now of the gallery and its event, for those who read the gallery: they may have been renamed since. */
const currentParams = (viewer: Viewer) => sql<Notification['params']>`case
  when params ? 'gallery' then ${toldParams} || coalesce((
    select jsonb_build_object('gallery', gallery.name)
      || case when params ? 'event' and event.id is not null then jsonb_build_object('event', event.name) else '{}' end
    from gallery left join event on event.id = gallery.event_id
    where gallery.id::text = coalesce(params ->> 'gallery_id', substring(href from '^/gallery/([0-9a-f-]{36})'))
      and ${visibleTo(viewer)}), '{}')
  else ${toldParams} end`;

export async function countUnread(db: Kysely<DB>, userId: string): Promise<number> {
  const { unread } = await db
    .selectFrom('notification')
    .select(sql<number>`count(*)::int`.as('unread'))
    .where('user_id', '=', userId)
    .where('read_at', 'is', null)
    .executeTakeFirstOrThrow();
  return unread;
}

export async function listNotifications(
  db: Kysely<DB>,
  viewer: Viewer,
  filter: { unread?: boolean | undefined; limit: number; offset: number },
) {
  let query = db.selectFrom('notification').where('user_id', '=', viewer.id);
  if (filter.unread) query = query.where('read_at', 'is', null);
  const { total } = await query.select(sql<number>`count(*)::int`.as('total')).executeTakeFirstOrThrow();
  const rows = await query
    .select(['id', 'kind', currentParams(viewer).as('params'), 'href', 'created_at', 'read_at', 'settled_at'])
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(filter.limit)
    .offset(filter.offset)
    .execute();
  const notifications: Notification[] = rows.map((row) => ({
    ...row,
    kind: row.kind as Notification['kind'],
    created_at: row.created_at.toISOString(),
    read_at: row.read_at?.toISOString() ?? null,
    settled_at: row.settled_at?.toISOString() ?? null,
  }));
  return { notifications, total, unread: await countUnread(db, viewer.id) };
}

/** Marks one notification, or all, as read; false when the user has no such notification. */
export async function markRead(db: Kysely<DB>, userId: string, now: Date, id?: string): Promise<boolean> {
  let query = db
    .updateTable('notification')
    .set((eb) => ({ read_at: eb.fn.coalesce('read_at', eb.val(now)) }))
    .where('user_id', '=', userId);
  query = id ? query.where('id', '=', id) : query.where('read_at', 'is', null);
  const result = await query.executeTakeFirst();
  return result.numUpdatedRows > 0n;
}
