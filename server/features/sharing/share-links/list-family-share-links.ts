import { type Kysely, sql, type Transaction } from 'kysely';
import type { z } from 'zod';
import type { Needs } from '#server/app-context.ts';
import type { familyShareLinks } from '#server/contract/schemas/family-share-links.ts';
import type { DB } from '#server/db/tables.ts';
import type { SignedIn } from '#server/trpc/request-context.ts';
import {
  isPhotoLeftOutOfFamilyShareLink,
  refusalsIn,
} from '#server/visibility/hide-or-blur-for-outsiders.sql.ts';
import { isTakenDown } from '#server/visibility/is-taken-down.sql.ts';
import {
  clubsWithoutFamilyShareLinks,
  isPhotoOfFamilyShareLink,
  whyNotInFamilyShareLink,
} from '#server/visibility/share-scope.sql.ts';
import { sharedPageUrl } from './list-share-links.ts';
import { links } from './share-links.repository.ts';

/** The links in force to the photos of one person, and what a link of the viewer shows now. */
export async function listFamilyShareLinks(
  ctx: Needs<'db' | 'clock'> & { viewer: SignedIn; origin: string },
  clubPersonId: string,
): Promise<z.output<typeof familyShareLinks>> {
  const today = ctx.clock.today();
  const rows = await links(ctx.db)
    .where('club_person_id', '=', clubPersonId)
    .where('created_by', 'is not', null)
    .where('expires_at', '>', ctx.clock.now())
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .execute();
  const of = { club_person_id: clubPersonId, sharer: ctx.viewer };
  const counts = await countPhotosOfFamilyShareLink(ctx.db, of, today);
  return {
    ...counts,
    not_allowed_by: counts.not_allowed > 0 ? await listWhoDoesNotAllow(ctx.db, of) : [],
    links: rows.map((row) => ({
      id: row.id,
      url: row.created_by === ctx.viewer.id ? sharedPageUrl(ctx.origin, row) : null,
      has_password: row.password_hash !== null,
      allow_download: row.allow_download,
      created_at: row.created_at.toISOString(),
      expires_at: row.expires_at!.toISOString(),
      view_count: row.view_count,
    })),
  };
}

/** How many photos a link shows now, and how many it leaves out, each for the first reason that holds. */
export async function countPhotosOfFamilyShareLink(
  db: Kysely<DB> | Transaction<DB>,
  of: Parameters<typeof isPhotoOfFamilyShareLink>[0],
  today: string,
) {
  const photo = sql.ref('photo.id');
  const { isOfFamily, isNotAllowed } = whyNotInFamilyShareLink(of, photo);
  const reason = sql`case when ${isNotAllowed} then 'not_allowed'
    when not ${isPhotoOfFamilyShareLink(of, photo)} then 'hidden'
    when ${isTakenDown()} then 'taken_down'
    when ${isPhotoLeftOutOfFamilyShareLink(photo, refusalsIn({ galleryId: null, today }))} then 'kept_inside'
    else 'photo_count' end`;
  const counted = db.selectFrom('photo').select(reason.as('reason')).where(isOfFamily).as('counted');
  const count = (name: string) => sql<number>`(count(*) filter (where reason = ${name}))::int`;
  return db
    .selectFrom(counted)
    .select([
      count('photo_count').as('photo_count'),
      count('kept_inside').as('kept_inside'),
      count('taken_down').as('taken_down'),
      count('not_allowed').as('not_allowed'),
      count('hidden').as('hidden'),
    ])
    .executeTakeFirstOrThrow();
}

/** Which clubs keep photos out of a link, by name; null where a gallery has no club. */
async function listWhoDoesNotAllow(
  db: Kysely<DB>,
  of: Parameters<typeof isPhotoOfFamilyShareLink>[0],
): Promise<(string | null)[]> {
  const { isOfFamily, isNotAllowed } = whyNotInFamilyShareLink(of, sql.ref('photo.id'));
  const { rows } = await sql<{ name: string | null }>`
    select distinct club.name from photo join gallery on gallery.id = photo.gallery_id
    left join lateral ${clubsWithoutFamilyShareLinks} club on true
    where ${isOfFamily} and ${isNotAllowed} order by 1 nulls last`.execute(db);
  return rows.map(({ name }) => name);
}
