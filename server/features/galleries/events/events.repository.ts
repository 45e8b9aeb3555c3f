import { type Kysely, type RawBuilder, sql, type Transaction } from 'kysely';
import { firstUpcomingDate, isPastEvent } from '#server/contract/past-events.ts';
import {
  type EventFacts,
  eventPermissions,
  isClubAdminOf,
  isPhotographerFor,
  targetRules,
  type Viewer,
} from '#server/contract/permissions.ts';
import type { Event } from '#server/contract/schemas/events.ts';
import { byName } from '#server/db/by-name.sql.ts';
import { searchPatterns } from '#server/db/search-patterns.ts';
import type { DB } from '#server/db/tables.ts';
import { visibleTo } from '#server/visibility/gallery-visibility.sql.ts';
import { isPhotoShownToViewer, withHiddenTables } from '#server/visibility/photo-visibility.sql.ts';
import { pendingClubIds } from './asked-clubs.ts';

type Executor = Kysely<DB> | Transaction<DB>;

/**
 * Galleries and photos are counted as far as the viewer may see them.
 * @param ids a subquery of the ids of the events
 */
function events(db: Executor, viewer: Viewer, today: string, ids: RawBuilder<{ id: string }>) {
  const ofThem = sql<{ id: string }>`select g.id from gallery g where g.event_id in (${ids})`;
  return withHiddenTables(db, viewer, today, ofThem)
    .selectFrom('event')
    .where(sql<boolean>`event.id in (${ids})`)
    .select([
      'event.id',
      'event.name',
      'event.slug',
      'event.description',
      'event.event_date',
      'event.location',
      'event.created_by',
      'event.created_at',
      hasEndedInEvent(viewer.id).as('has_ended'),
      pendingClubIds('event', sql`now()`).as('pending_club_ids'),
      sql<string | null>`(select username from app_user u where u.id = event.created_by)`.as(
        'created_by_username',
      ),
      sql<
        { id: string; name: string }[]
      >`coalesce((select json_agg(json_build_object('id', c.id, 'name', c.name) order by ${byName('c.name')}, c.id)
      from event_club ec join club c on c.id = ec.club_id where ec.event_id = event.id), '[]')`.as(
        'club_list',
      ),
      sql<number>`(select count(*)::int from gallery where gallery.event_id = event.id and ${visibleTo(viewer)})`.as(
        'gallery_count',
      ),
      sql<number>`(select count(*)::int from photo join gallery on gallery.id = photo.gallery_id
      where gallery.event_id = event.id and ${visibleTo(viewer)} and ${isPhotoShownToViewer(sql.ref('photo.id'))})`.as(
        'photo_count',
      ),
    ]);
}
type EventRow = Awaited<ReturnType<ReturnType<typeof events>['executeTakeFirstOrThrow']>>;

type Ownership = { created_by: string | null; has_ended: boolean };

/**
 * The rule `hasEndedHere` of galleries for whoever made an event; `event` must be in scope.
 */
export const hasEndedInEvent = (userId: string): RawBuilder<boolean> => sql<boolean>`(
  exists (select 1 from event_club ec join ended_belonging ended on ended.club_id = ec.club_id
    where ec.event_id = event.id and ended.user_id = ${userId}::uuid)
  and not exists (select 1 from event_club ec where ec.event_id = event.id and belongs_to(${userId}::uuid, ec.club_id)))`;

export const eventFacts = (viewer: Viewer, event: Ownership, clubIds: readonly string[]): EventFacts => ({
  isCreator: event.created_by === viewer.id && !event.has_ended,
  isPhotographerHere: isPhotographerFor(viewer, clubIds),
  isClubAdminHere: clubIds.some((id) => isClubAdminOf(viewer, id)),
});

export const mayRemoveClub = (viewer: Viewer, event: Ownership, clubId: string): boolean =>
  targetRules.event.removeClub(viewer, eventFacts(viewer, event, [clubId]));

function toEvent(viewer: Viewer, today: string, { club_list, has_ended, ...row }: EventRow): Event {
  const owned = { ...row, has_ended };
  const facts = eventFacts(
    viewer,
    owned,
    club_list.map((club) => club.id),
  );
  return {
    ...row,
    created_at: row.created_at.toISOString(),
    is_past: isPastEvent(row.event_date, today),
    club_ids: club_list.map((club) => club.id),
    pending_club_ids: targetRules.event.manage(viewer, facts) ? row.pending_club_ids : [],
    club_names: club_list.map((club) => club.name).join(', '),
    club_count: club_list.length,
    removable_clubs: club_list.filter(({ id }) => mayRemoveClub(viewer, owned, id)),
    permissions: eventPermissions(viewer, facts),
  };
}

export type EventFilter = {
  search?: string | undefined;
  club_id?: string | undefined;
  from_date?: string | undefined;
  to_date?: string | undefined;
  mine?: boolean | undefined;
  limit: number;
  offset: number;
};

/** Events by date: the next one first where only coming ones are asked for, else the latest first. */
export async function listEvents(db: Executor, viewer: Viewer, today: string, filter: EventFilter) {
  const conditions: RawBuilder<boolean>[] = [sql<boolean>`true`];
  for (const pattern of searchPatterns(filter.search))
    conditions.push(sql<boolean>`event.search_text like ${pattern}`);
  if (filter.club_id)
    conditions.push(
      sql<boolean>`exists (select 1 from event_club ec where ec.event_id = event.id and ec.club_id = ${filter.club_id}::uuid)`,
    );
  if (filter.from_date) conditions.push(sql<boolean>`event.event_date >= ${filter.from_date}::date`);
  if (filter.to_date) conditions.push(sql<boolean>`event.event_date <= ${filter.to_date}::date`);
  if (filter.mine) conditions.push(sql<boolean>`event.created_by = ${viewer.id}::uuid`);
  const where = sql<boolean>`${sql.join(conditions, sql` and `)}`;
  const { total } = await db
    .selectFrom('event')
    .select(sql<number>`count(*)::int`.as('total'))
    .where(where)
    .executeTakeFirstOrThrow();
  const direction = filter.from_date && !filter.to_date ? 'asc' : 'desc';
  const page = sql<{ id: string }>`
    select event.id from event where ${where}
    order by event.event_date ${sql.raw(direction)}, event.id limit ${filter.limit} offset ${filter.offset}`;
  const rows = await events(db, viewer, today, page)
    .orderBy('event.event_date', direction)
    .orderBy('event.id')
    .execute();
  return {
    events: rows.map((row) => toEvent(viewer, today, row)),
    total,
    stats: await eventStats(db, viewer, today),
  };
}

async function eventStats(db: Executor, viewer: Viewer, today: string) {
  return db
    .selectFrom('event')
    .select([
      sql<number>`count(*)::int`.as('total'),
      sql<number>`(count(*) filter (where event_date >= ${firstUpcomingDate(today)}::date))::int`.as(
        'upcoming',
      ),
      sql<number>`(count(*) filter (where created_by = ${viewer.id}::uuid))::int`.as('mine'),
    ])
    .executeTakeFirstOrThrow();
}

export async function findEvent(
  db: Executor,
  viewer: Viewer,
  today: string,
  id: string,
): Promise<Event | undefined> {
  const row = await events(db, viewer, today, sql`select ${id}::uuid as id`).executeTakeFirst();
  return row && toEvent(viewer, today, row);
}

/** Clubs as events and galleries show them, by name. */
export function clubCards(db: Executor) {
  return db
    .selectFrom('club')
    .select([
      'club.id',
      'club.name',
      'club.sport_type',
      sql<number>`(select count(*)::int from club_membership m where m.club_id = club.id and m.status = 'approved')`.as(
        'member_count',
      ),
    ])
    .orderBy(byName('club.name'))
    .orderBy('club.id');
}

export async function listEventClubs(db: Executor, eventId: string) {
  return clubCards(db)
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('event_club')
          .select('event_club.club_id')
          .whereRef('event_club.club_id', '=', 'club.id')
          .where('event_club.event_id', '=', eventId),
      ),
    )
    .execute();
}

export async function listEventClubIds(db: Executor, eventId: string): Promise<string[]> {
  const rows = await db.selectFrom('event_club').select('club_id').where('event_id', '=', eventId).execute();
  return rows.map((row) => row.club_id);
}
