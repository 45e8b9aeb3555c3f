import { sql } from 'kysely';
import type { Needs } from '#server/app-context.ts';
import { publishNotifications } from '#server/features/accounts/notifications/notify.ts';
import { lockPeople } from '#server/features/faces/gallery-people/lock-people.ts';
import { holdGallery } from '#server/features/galleries/galleries/hold-gallery.ts';
import { requireId } from '#server/ids.ts';
import type { SignedIn } from '#server/trpc/request-context.ts';
import { notifyPeopleAsked, settleCheck } from './notify-photos-waiting.ts';

type Dependencies = Needs<'db' | 'bus' | 'clock' | 'jobs' | 'mail'> & {
  viewer: SignedIn;
  gallery: { id: string };
};

/**
 * "I don't know who this is": photos of these people are shown to nobody outside the club until somebody of it answers
 * (waiting-photos.sql.ts). Or takes that back.
 * @throws AppError person_not_found, people_other_gallery
 */
export async function askClub(
  ctx: Dependencies,
  personIds: readonly string[],
  isAsked: boolean,
): Promise<void> {
  const { clock, viewer, gallery } = ctx;
  const notified = await ctx.db.transaction().execute(async (trx) => {
    await holdGallery(trx, gallery.id);
    const ids = [...new Set(personIds.map((id) => requireId(id, 'person_not_found')))];
    await lockPeople(trx, gallery.id, ids);
    if (!isAsked) {
      await sql`delete from asked_face using assignment
        where assignment.face_id = asked_face.face_id and assignment.person_id = any(${ids}::uuid[])`.execute(
        trx,
      );
      return settleCheck(ctx, trx, gallery.id);
    }
    const { numAffectedRows } = await sql`insert into asked_face (face_id, asked_by, asked_at)
      select face_id, ${viewer.id}::uuid, ${clock.now()}::timestamptz from assignment
      where person_id = any(${ids}::uuid[]) on conflict do nothing`.execute(trx);
    return numAffectedRows === 0n ? [] : notifyPeopleAsked(ctx, trx, gallery.id);
  });
  publishNotifications(ctx.bus, notified);
  ctx.bus.publish({ topic: `gallery:${gallery.id}`, kind: 'people' });
}
