import { sql, type Transaction } from 'kysely';
import type { z } from 'zod';
import type { Needs } from '#server/app-context.ts';
import { AppError, fieldError } from '#server/contract/app-error.ts';
import type { decideTakedownInput } from '#server/contract/schemas/takedowns.ts';
import type { DB } from '#server/db/tables.ts';
import { notify, publishNotifications } from '#server/features/accounts/notifications/notify.ts';
import { settleNotifications } from '#server/features/accounts/notifications/settle-notifications.ts';
import { takedownsOfGallery } from '#server/features/galleries/galleries/notify-takedown-deciders.ts';
import { unblockPictures } from '#server/features/galleries/photos/blocked-pictures.repository.ts';
import { recordAudit } from '#server/features/platform/audit/record-audit.ts';
import { requireId } from '#server/ids.ts';
import type { SignedIn } from '#server/trpc/request-context.ts';
import { decidedTogether } from './decided-together.sql.ts';

type Dependencies = Needs<'db' | 'clock' | 'bus' | 'jobs' | 'mail' | 'tokens'> & { viewer: SignedIn };
type Decision = Pick<
  z.output<typeof decideTakedownInput>,
  'takedown_id' | 'decision' | 'together' | 'answer'
>;

/**
 * Keeps a photo hidden, or shows it again, and tells the asker. A photo that was kept hidden can be shown again later;
 * one that was shown again is hidden by a new request only. Photos of one deletion or one request can be decided about together.
 * @throws AppError field_invalid without an answer to who asked, takedown_not_found, edit_conflict when it has been decided so already
 */
export async function decideTakedown(
  ctx: Dependencies,
  gallery: { id: string; name: string },
  { takedown_id, decision, together, answer }: Decision,
): Promise<void> {
  const id = requireId(takedown_id, 'takedown_not_found');
  const notified = await ctx.db.transaction().execute(async (trx) => {
    const { asked_by, share_link_id, ids, photos } = await lockUndecided(
      trx,
      id,
      gallery.id,
      decision,
      together,
    );
    const isRead = asked_by !== null || share_link_id !== null;
    if (isRead && decision === 'declined' && answer === '') throw fieldError('answer', 'A text is required');
    await trx
      .updateTable('takedown')
      .set({ decided: decision, decided_by: ctx.viewer.id, decided_at: ctx.clock.now(), answer, hides: true })
      .where('id', 'in', ids)
      .execute();
    if (decision === 'declined') await unblockPictures(ctx, trx, photos, ['hidden', 'declined']);
    await recordAudit(trx, ctx.viewer, {
      action: decision === 'granted' ? 'takedown.grant' : 'takedown.decline',
      target: { kind: 'gallery', id: gallery.id, name: gallery.name },
    });
    const href = takedownsOfGallery(gallery.id);
    const settled = await settleNotifications(ctx, trx, ['takedown_asked'], { href });
    if (!asked_by || asked_by === ctx.viewer.id) return settled;
    const kind = decision === 'granted' ? 'takedown_granted' : 'takedown_declined';
    await notify(ctx, trx, [asked_by], [{ kind, params: { gallery: gallery.name, answer } }]);
    return [asked_by, ...settled];
  });
  publishNotifications(ctx.bus, notified);
  ctx.bus.publish({ topic: `gallery:${gallery.id}`, kind: 'people' });
}

/** Locks in the order of the ids, so that two decisions at once wait for each other. */
async function lockUndecided(
  trx: Transaction<DB>,
  id: string,
  galleryId: string,
  decision: 'granted' | 'declined',
  together: boolean,
) {
  const isDecidedTogether = sql<boolean>`${together} and ${decidedTogether} = (
    select ${decidedTogether} from takedown where takedown.id = ${id}::uuid)`;
  const rows = await trx
    .selectFrom('takedown')
    .select(['id', 'asked_by', 'share_link_id', 'decided', 'photo_id'])
    .where((eb) => eb.or([eb('id', '=', id), isDecidedTogether]))
    .where('gallery_id', '=', galleryId)
    .where('photo_id', 'is not', null)
    .orderBy('id')
    .forUpdate()
    .execute();
  const row = rows.find((each) => each.id === id);
  if (!row) throw new AppError('takedown_not_found');
  const isOpen = row.decided === null || (row.decided === 'granted' && decision === 'declined');
  if (!isOpen) throw new AppError('edit_conflict');
  const photos = rows.flatMap(({ photo_id }) => photo_id ?? []);
  return { ...row, ids: rows.map((each) => each.id), photos };
}
