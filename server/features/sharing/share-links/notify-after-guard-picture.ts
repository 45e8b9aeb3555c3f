import { sql } from 'kysely';
import type { Needs } from '#server/app-context.ts';
import { publishNotifications } from '#server/features/accounts/notifications/notify.ts';
import { searchThresholdsInForce } from '#server/features/faces/my-photos/search-thresholds.ts';
import { isClubOfGallery } from '#server/visibility/gallery-visibility.sql.ts';
import { isPhotoLeftOutForGood, refusalsIn } from '#server/visibility/hide-or-blur-for-outsiders.sql.ts';
import { isShownOutside } from '#server/visibility/is-gallery-shown-outside.sql.ts';
import { isTakenDown } from '#server/visibility/is-taken-down.sql.ts';
import { isAnsweredByEditor } from '#server/visibility/who-is-who.sql.ts';
import { likelyPairs } from './likely-refusers.sql.ts';
import { tellShowingOutside } from './notify-refused-outside.ts';

/** The newest that people outside see: each takes some hundredths of a second. */
const GALLERIES_MOST = 50;

type Dependencies = Needs<'db' | 'clock' | 'jobs' | 'mail' | 'bus' | 'engine'>;
/** Of whom a picture was given, and by which account. */
export type LikelyRefuser = { club_person_id: string; said_by: string };

/**
 * After a picture was given to keep photos of somebody inside: whoever shows galleries to people outside in which the check asks about
 * that person now is told, once a gallery. What is shown stays shown until they answer.
 */
export async function notifyAfterGuardPicture(
  ctx: Dependencies,
  { club_person_id: clubPersonId, said_by: saidBy }: LikelyRefuser,
): Promise<void> {
  const now = ctx.clock.now();
  const thresholds = await searchThresholdsInForce(ctx);
  const notified = await ctx.db.transaction().execute(async (trx) => {
    // An erasure deletes notifications by the person, and waits for this lock. So does another run, which would tell the same.
    const person = await trx
      .selectFrom('club_person')
      .innerJoin('club', 'club.id', 'club_person.club_id')
      .select(['club_person.id', 'club_person.club_id', 'club.name as club'])
      .where('club_person.id', '=', clubPersonId)
      .forNoKeyUpdate('club_person')
      .executeTakeFirst();
    if (!person) return [];
    const refuser = { clubPersonId, club: { name: person.club }, saidBy };
    const galleries = await trx
      .selectFrom('gallery')
      .select(['id', 'name'])
      .where(sql<boolean>`${isClubOfGallery(sql`${person.club_id}::uuid`, sql.ref('gallery.id'))}`)
      .where(isShownOutside(sql.ref('gallery.id'), now))
      .orderBy('created_at', 'desc')
      .orderBy('id', 'desc')
      .limit(GALLERIES_MOST)
      .execute();
    const told: string[] = [];
    for (const gallery of galleries) {
      const place = { galleryId: gallery.id, today: ctx.clock.today() };
      const isThem = sql<boolean>`known.id = ${clubPersonId}::uuid`;
      const { rows } = await sql<{ is_asked: boolean }>`select exists (
        select from ${likelyPairs(place, thresholds, isThem)} pair
          join assignment placed on placed.person_id = pair.person_id join face seen on seen.id = placed.face_id
          join club_person refuser on refuser.id = pair.club_person_id
        where not ${isAnsweredByEditor(sql.ref('pair.person_id'), 'refuser')}
          and not ${isTakenDown(sql.ref('seen.photo_id'))}
          and not ${isPhotoLeftOutForGood(sql.ref('seen.photo_id'), refusalsIn(place))}) as is_asked`.execute(
        trx,
      );
      if (!rows[0]!.is_asked) continue;
      told.push(...(await tellShowingOutside(ctx, trx, gallery, refuser, true)));
    }
    return told;
  });
  publishNotifications(ctx.bus, notified);
}
