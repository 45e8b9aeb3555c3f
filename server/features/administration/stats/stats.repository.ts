import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { Needs } from '#server/app-context.ts';
import { reachedAchievements } from '#server/contract/achievements.ts';
import { listSizes } from '#server/contract/list-sizes.ts';
import { firstUpcomingDate } from '#server/contract/past-events.ts';
import { isGlobalAdmin, type Viewer } from '#server/contract/permissions.ts';
import type { WaitingAtClub, WaitingInGallery } from '#server/contract/schemas/stats.ts';
import { byName } from '#server/db/by-name.sql.ts';
import type { DB } from '#server/db/tables.ts';
import { allowedGalleryIds } from '#server/features/galleries/galleries/load-gallery.ts';
import { readsListOf } from '#server/features/sharing/share-links/people-asked-of-club.repository.ts';
import { countUnheardRefusals } from '#server/features/sharing/share-links/unheard-refusals.repository.ts';
import { isClubOfGallery } from '#server/visibility/gallery-visibility.sql.ts';
import { isTakenDown } from '#server/visibility/is-taken-down.sql.ts';
import { decidesGuestPhotos, decidesTakedowns } from '#server/visibility/photo-visibility.sql.ts';
import { askedPeople, askedPhotos } from '#server/visibility/waiting-photos.sql.ts';
import { waitingAtClub, waitingInGallery } from '#server/visibility/what-waits.sql.ts';

const originalBytes = sql<number>`(select coalesce(sum(bytes), 0)::float8 from gallery_storage)`;
const count = (from: string) => sql<number>`(select count(*)::int from ${sql.raw(from)})`;

/**
 * The dashboard's figures, from data: an event counts as attended when it is past, belongs to one of the viewer's clubs, and
 * took place since the viewer joined the club. What counts as an achievement: server/contract/achievements.ts.
 */
export async function getDashboardStats(db: Kysely<DB>, userId: string, today: string) {
  const { rows } = await sql<{ clubs_joined: number; events_attended: number; photos_shared: number }>`
    select
      (select count(*)::int from club_membership where user_id = ${userId}::uuid and status = 'approved') as clubs_joined,
      (select count(distinct e.id)::int from event e join event_club ec on ec.event_id = e.id
        join club_membership m on m.club_id = ec.club_id and m.user_id = ${userId}::uuid and m.status = 'approved'
        where e.event_date < ${firstUpcomingDate(today)}::date and e.event_date >= m.approved_at::date) as events_attended,
      (select count(*)::int from photo where uploaded_by = ${userId}::uuid) as photos_shared`.execute(db);
  const figures = rows[0] ?? { clubs_joined: 0, events_attended: 0, photos_shared: 0 };
  return { ...figures, achievements: reachedAchievements(figures).length };
}

/** Of what waits at the club `c`. */
const countAt = (rows: RawBuilder<unknown>) =>
  sql`(select count(*)::int from ${rows} asked where asked.place = c.id)`;

/**
 * The clubs at which somebody waits for an answer of the viewer: of those whose administrator they are and, for global
 * administrators, of those without one, as in list-request-deciders.ts.
 */
export async function listWaitingAtClubs(db: Kysely<DB>, viewer: Viewer): Promise<WaitingAtClub[]> {
  const admins = sql`from role_assignment r join app_user u on u.id = r.user_id and u.is_active
    where r.club_id = c.id and r.role_name = 'club_admin'`;
  const { rows } = await sql<WaitingAtClub>`
    select c.id, c.name, w.requests, w.claims, w.erasures from club c
    cross join lateral (select
      ${countAt(waitingAtClub.membership_requested)} as requests, ${countAt(waitingAtClub.guardianship_requested)} as claims,
      ${countAt(waitingAtClub.erasure_asked)} as erasures) w
    where w.requests + w.claims + w.erasures > 0 and (exists (select 1 ${admins} and u.id = ${viewer.id}::uuid)
      or (${isGlobalAdmin(viewer)} and not exists (select 1 ${admins})))
    order by ${byName('c.name')}, c.id limit ${listSizes.max}`.execute(db);
  return rows;
}

/**
 * Galleries with photos about which the viewer decides: hidden on request, or sent by guests;
 * with people about whom the viewer is asked; and those that people outside see, where somebody refused to be seen. These first.
 */
export async function listWaitingInGalleries(
  db: Kysely<DB>,
  viewer: Viewer,
  { clock }: Needs<'clock'>,
): Promise<WaitingInGallery[]> {
  const asking = await listAsking(db, viewer);
  const refusals = await countUnheardRefusals(db, viewer, { clock });
  const { rows } = await sql<WaitingInGallery>`
    select gallery.id, gallery.name, coalesce(w.requests, 0) as requests, coalesce(g.guest_photos, 0) as guest_photos,
      coalesce((${JSON.stringify(asking)}::jsonb ->> gallery.id::text)::int, 0) as people,
      coalesce((${JSON.stringify(refusals)}::jsonb ->> gallery.id::text)::int, 0) as refused,
      array(select club.id from club where ${isClubOfGallery(sql.ref('club.id'), sql.ref('gallery.id'))} order by club.id) as club_ids
    from gallery
    left join (select place, count(*)::int as requests from ${waitingInGallery.takedown_asked} asked group by place) w
      on w.place = gallery.id and ${decidesTakedowns(viewer)}
    left join (select place, count(*)::int as guest_photos from ${waitingInGallery.guest_photos_waiting} sent group by place) g
      on g.place = gallery.id and ${decidesGuestPhotos(viewer)}
    where w.place is not null or g.place is not null or gallery.id = any(${Object.keys({ ...asking, ...refusals })}::uuid[])
    order by gallery.id = any(${Object.keys(refusals)}::uuid[]) desc, ${byName('gallery.name')}, gallery.id limit ${listSizes.max}`.execute(
    db,
  );
  return rows;
}

/** How many people the viewer is asked about, by gallery, as the check before sharing asks. */
async function listAsking(db: Kysely<DB>, viewer: Viewer): Promise<Record<string, number>> {
  const { rows } = await sql<{ gallery_id: string; people: number }>`
    select asked.gallery_id, count(distinct asked.person_id)::int as people
    from ${askedPhotos} asked join photo on photo.id = asked.photo_id
      join ${askedPeople} question on question.person_id = asked.person_id
    where not photo.is_kept_inside and not ${isTakenDown()}
      and question.asked_by is distinct from ${viewer.id}::uuid and ${readsListOf(viewer, sql.ref('asked.gallery_id'))}
    group by asked.gallery_id`.execute(db);
  const ids = rows.map(({ gallery_id }) => gallery_id);
  const allowed = await allowedGalleryIds(db, viewer, ids, 'answerAboutPeople');
  return Object.fromEntries(
    rows.flatMap(({ gallery_id, people }) => (allowed.has(gallery_id) ? [[gallery_id, people]] : [])),
  );
}

const exists = (from: string) => sql<boolean>`exists (select 1 from ${sql.raw(from)})`;

/** What a new installation has, for the card of administrators. Reads only the first row of each table. */
export async function getFirstSteps(db: Kysely<DB>) {
  const club = await db
    .selectFrom('club')
    .select('id')
    .orderBy('created_at')
    .orderBy('id')
    .limit(1)
    .executeTakeFirst();
  const done = await db
    .selectNoFrom([
      exists('instance_setting where name is not null').as('name'),
      exists('club').as('club'),
      exists('event').as('event'),
      exists('photo').as('photos'),
      exists('club_person').as('people'),
      exists('invitation').as('invitation'),
    ])
    .executeTakeFirstOrThrow();
  return { done, club_id: club?.id ?? null };
}

export async function sumOfOriginals(db: Kysely<DB>): Promise<number> {
  const { bytes } = await db.selectNoFrom(originalBytes.as('bytes')).executeTakeFirstOrThrow();
  return bytes;
}

export async function getAdminStats(db: Kysely<DB>) {
  return db
    .selectNoFrom([
      count('app_user').as('users'),
      count('app_user where is_active').as('active_users'),
      count('club').as('clubs'),
      count('event').as('events'),
      count('gallery').as('galleries'),
      count('photo').as('photos'),
      count('face where is_current').as('faces'),
      count('person').as('people'),
      count(
        "person where name <> '' or exists (select from club_person_link l where l.person_id = person.id)",
      ).as('named_people'),
      originalBytes.as('original_bytes'),
      count('share_link').as('share_links'),
      sql<number>`(select coalesce(sum(view_count), 0)::int from share_link)`.as('link_views'),
      count("club_membership where status = 'pending'").as('pending_requests'),
    ])
    .executeTakeFirstOrThrow();
}
