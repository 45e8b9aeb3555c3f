import { type Kysely, sql } from 'kysely';
import type { ClubRightHolder } from '#server/contract/schemas/club-rights.ts';
import { byName } from '#server/db/by-name.sql.ts';
import type { DB } from '#server/db/tables.ts';
import { hasEndedHere, isClubOfGallery } from '#server/visibility/gallery-visibility.sql.ts';

type Page = { limit: number; offset: number };

/** Who has rights in a club without being a member, and which: how many galleries and events, never their names. */
export async function listRightHolders(
  db: Kysely<DB>,
  clubId: string,
  page: Page,
): Promise<{ rights: ClubRightHolder[]; total: number }> {
  const ofClub = isClubOfGallery(sql`${clubId}::uuid`, sql.ref('gallery.id'));
  const isOutside = sql`not exists (select 1 from club_membership m
    where m.club_id = ${clubId}::uuid and m.user_id = held.user_id and m.status = 'approved')`;
  const hasNotEnded = sql`not exists (select 1 from ended_belonging e
    where e.club_id = ${clubId}::uuid and e.user_id = owner.id)`;
  const held = sql`(
    select user_id, role_name::text as role, 0 as galleries, 0 as events, 0 as access
      from role_assignment where club_id = ${clubId}::uuid
    union all select owner.id, null, 1, 0, 0 from gallery
      join app_user owner on owner.id in (gallery.created_by, gallery.photographer_id)
      where ${ofClub} and ${hasNotEnded} and not ${hasEndedHere(sql.ref('owner.id'))}
    union all select owner.id, null, 0, 1, 0 from event_club ec join event on event.id = ec.event_id
      join app_user owner on owner.id = event.created_by where ec.club_id = ${clubId}::uuid and ${hasNotEnded}
    union all select gu.user_id, null, 0, 0, 1 from gallery_user gu join gallery on gallery.id = gu.gallery_id
      where ${ofClub})`;
  const { rows } = await sql<ClubRightHolder & { total: number }>`
    select u.id, u.username, u.first_name, u.last_name, u.email,
      coalesce(json_agg(held.role order by held.role) filter (where held.role is not null), '[]') as roles,
      sum(held.galleries)::int as galleries, sum(held.events)::int as events, sum(held.access)::int as access,
      count(*) over ()::int as total
    from ${held} held join app_user u on u.id = held.user_id
    where ${isOutside}
    group by u.id order by ${byName('u.username')}, u.id limit ${page.limit} offset ${page.offset}`.execute(
    db,
  );
  return { rights: rows.map(({ total: _, ...row }) => row), total: rows[0]?.total ?? 0 };
}
