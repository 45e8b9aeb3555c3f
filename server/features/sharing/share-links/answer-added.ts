import { sql } from 'kysely';
import type { z } from 'zod';
import type { Needs } from '#server/app-context.ts';
import { AppError } from '#server/contract/app-error.ts';
import type { answerAddedInput } from '#server/contract/schemas/share-links.ts';
import { publishNotifications } from '#server/features/accounts/notifications/notify.ts';
import { holdGallery } from '#server/features/galleries/galleries/hold-gallery.ts';
import { endAnswered } from '#server/features/galleries/photos/removed-refusers.repository.ts';
import { recordSharingAudit } from '#server/features/platform/audit/record-audit.ts';
import { requireId } from '#server/ids.ts';
import type { SignedIn } from '#server/trpc/request-context.ts';
import { settleCheck } from './notify-photos-waiting.ts';

type Answer = Pick<z.output<typeof answerAddedInput>, 'photo_ids' | 'shown'>;

/**
 * Somebody has looked at photos that were added after photos of people who refused were deleted: they show nobody of them, or they are
 * left out by hand. Once no such photo waits any more, later ones do not wait either. Answers those that waited.
 * @throws AppError photo_not_found for what is not of this gallery
 */
export async function answerAdded(
  ctx: Needs<'db' | 'bus' | 'clock'> & { viewer: SignedIn },
  galleryId: string,
  { photo_ids, shown }: Answer,
): Promise<string[]> {
  const ids = [...new Set(photo_ids.map((id) => requireId(id, 'photo_not_found')))];
  const { answered, settled } = await ctx.db.transaction().execute(async (trx) => {
    await holdGallery(trx, galleryId);
    const meant = await trx
      .selectFrom('photo')
      .select('id')
      .where('gallery_id', '=', galleryId)
      .where(sql<boolean>`id = any(${ids}::uuid[])`)
      .execute();
    if (meant.length !== ids.length) throw new AppError('photo_not_found');
    const rows = await trx
      .updateTable('photo')
      .set({ awaits_answer: false, ...(shown ? {} : { is_kept_inside: true, is_shown_by_hand: false }) })
      .where(sql<boolean>`id = any(${ids}::uuid[])`)
      .where('awaits_answer', '=', true)
      .returning('id')
      .execute();
    if (rows.length > 0) {
      await endAnswered(trx, galleryId);
      const action = shown ? 'photos.showOutside' : 'photos.leaveOut';
      await recordSharingAudit(trx, ctx.viewer, action, [galleryId], { photos: rows.length });
    }
    return { answered: rows.map(({ id }) => id), settled: await settleCheck(ctx, trx, galleryId) };
  });
  publishNotifications(ctx.bus, settled);
  ctx.bus.publish({ topic: `gallery:${galleryId}`, kind: 'people' });
  return answered;
}
