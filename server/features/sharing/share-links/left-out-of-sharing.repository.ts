import { type RawBuilder, sql } from 'kysely';
import type { Needs } from '#server/app-context.ts';
import type { Viewer } from '#server/contract/permissions.ts';
import { readsNamesIn } from '#server/features/people/club-people/club-people.repository.ts';
import { currentConsentOf } from '#server/visibility/current-consent.sql.ts';
import { isPhotoLeftOutByRefusal, refusalsIn } from '#server/visibility/hide-or-blur-for-outsiders.sql.ts';
import { hasFailed } from '#server/visibility/photo-analyses.sql.ts';
import { askedPhotosOfNobody } from '#server/visibility/waiting-photos.sql.ts';

/** Photos that are left out of what is shared, and because of whom. `isShared` is a condition on `photo`. */

type Dependencies = Needs<'db' | 'clock'> & { viewer: Viewer; gallery: { id: string } };

const isRefusedIn = ({ clock, gallery }: Dependencies) =>
  isPhotoLeftOutByRefusal(sql.ref('photo.id'), refusalsIn({ galleryId: gallery.id, today: clock.today() }));

/**
 * People who refused, as far as the viewer reads the names of their club, each once however many persons of the gallery they are; the
 * most photos first.
 */
export async function listRefused(ctx: Dependencies, isShared: RawBuilder<boolean>) {
  const { rows } = await sql<{ person_id: string; left_out: number; blurred: number }>`
    select mode() within group (order by seen.person_id) as person_id,
      count(distinct seen.photo_id) filter (where seen.is_left_out)::int as left_out,
      count(distinct seen.photo_id) filter (where not seen.is_left_out)::int as blurred
    from (
      select refuser.id as refuser_id, person.id as person_id, photo.id as photo_id, ${isRefusedIn(ctx)} as is_left_out
      from person join assignment on assignment.person_id = person.id join face on face.id = assignment.face_id
        join photo on photo.id = face.photo_id, lateral (
          select min(known_link.club_person_id::text) as id from who_is_who known_link
          where known_link.for_refusal and known_link.person_id = person.id and ${readsNamesIn(ctx.viewer, sql.ref('known_link.club_id'))}
            and ${currentConsentOf(sql.ref('known_link.club_person_id'), 'outside', ctx.clock.today())} = 'no') refuser
      where person.gallery_id = ${ctx.gallery.id}::uuid and not photo.is_kept_inside and ${isShared}
        and refuser.id is not null
    ) seen group by seen.refuser_id order by count(distinct seen.photo_id) desc, person_id`.execute(ctx.db);
  return rows;
}

/** Photos left out because of people who refused. */
export async function countLeftOut(ctx: Dependencies, isShared: RawBuilder<boolean>): Promise<number> {
  const { count } = await ctx.db
    .selectFrom('photo')
    .select(sql<number>`count(*)::int`.as('count'))
    .where(isShared)
    .where('photo.is_kept_inside', '=', false)
    .where(isRefusedIn(ctx))
    .executeTakeFirstOrThrow();
  return count;
}

/**
 * Photos left out by hand, the newest first; and added ones of which nobody knows who is in them, because their analysis failed
 * or the face about which the club is asked is in no person any more (waiting-photos.sql.ts).
 */
export async function listKeptInside({ db }: Dependencies, isShared: RawBuilder<boolean>, limit: number) {
  const query = db
    .selectFrom('photo')
    .where(isShared)
    .where(
      sql<boolean>`(photo.is_kept_inside or (photo.awaits_comparison or photo.awaits_grouping) and ${hasFailed(sql.ref('photo.id'))}
        or photo.id in (select photo_id from ${askedPhotosOfNobody} asked_photo))`,
    );
  const { total } = await query.select(sql<number>`count(*)::int`.as('total')).executeTakeFirstOrThrow();
  const photos = await query
    .select(['photo.id', 'photo.filename', 'photo.width', 'photo.height', 'photo.rendition_version'])
    .orderBy('photo.id', 'desc')
    .limit(limit)
    .execute();
  return { photos, total };
}
