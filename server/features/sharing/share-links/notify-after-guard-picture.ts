import { sql, type Transaction } from 'kysely';
import type { Needs } from '#server/app-context.ts';
import type { DB } from '#server/db/tables.ts';
import { notify, publishNotifications } from '#server/features/accounts/notifications/notify.ts';
import { searchThresholdsInForce } from '#server/features/faces/my-photos/search-thresholds.ts';
import { checkOf } from '#server/features/faces/who-is-who/notify-people-answered.ts';
import { listShowingOutside } from '#server/features/galleries/galleries/gallery-managers.repository.ts';
import { isClubOfGallery } from '#server/visibility/gallery-visibility.sql.ts';
import { isPhotoLeftOutForGood, refusalsIn } from '#server/visibility/hide-or-blur-for-outsiders.sql.ts';
import { isShownOutside } from '#server/visibility/is-gallery-shown-outside.sql.ts';
import { isTakenDown } from '#server/visibility/is-taken-down.sql.ts';
import { isAnsweredByEditor } from '#server/visibility/who-is-who.sql.ts';
import { likelyPairs } from './likely-refusers.sql.ts';
import { nameFor } from './notify-refused-outside.ts';

const kind = 'refused_outside';
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
      const href = checkOf(gallery.id);
      const known = await listTold(trx, clubPersonId, href);
      for (const reader of await listShowingOutside(trx, gallery.id, now)) {
        if (reader === saidBy || known.has(reader)) continue;
        const child = await nameFor(trx, reader, gallery.id, refuser);
        const params = {
          gallery: gallery.name,
          club: person.club,
          club_person_id: clubPersonId,
          context: child === undefined ? 'likely' : 'likely_named',
          ...(child !== undefined && { child }),
        };
        await notify(ctx, trx, [reader], [{ kind, params, href }]);
        told.push(reader);
      }
    }
    return told;
  });
  publishNotifications(ctx.bus, notified);
}

/** Who was told of this already, or has not read yet that the person refused. */
async function listTold(trx: Transaction<DB>, clubPersonId: string, href: string): Promise<Set<string>> {
  const rows = await trx
    .selectFrom('notification')
    .select('user_id')
    .where('kind', '=', kind)
    .where('href', '=', href)
    .where('settled_at', 'is', null)
    .where(sql`params ->> 'club_person_id'`, '=', clubPersonId)
    .where(sql<boolean>`(read_at is null or params ->> 'context' in ('likely', 'likely_named'))`)
    .execute();
  return new Set(rows.map(({ user_id }) => user_id));
}
