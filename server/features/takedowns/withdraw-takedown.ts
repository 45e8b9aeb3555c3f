import type { Needs } from '#server/app-context.ts';
import { AppError } from '#server/contract/app-error.ts';
import { recordAudit } from '#server/features/audit/record-audit.ts';
import { takedownsOfGallery } from '#server/features/galleries/notify-takedown-deciders.ts';
import { publishNotifications } from '#server/features/notifications/notify.ts';
import { settleNotifications } from '#server/features/notifications/settle-notifications.ts';
import type { SignedIn } from '#server/trpc/request-context.ts';
import { receiptHash } from './ask-takedown.ts';

type Dependencies = Needs<'db' | 'clock' | 'bus'> & { viewer: SignedIn | null };

/**
 * Takes a request back that was made by a share link, for whoever holds its receipt: the photo is shown again, and nothing
 * remains of the request.
 * @throws AppError takedown_not_found, takedown_decided
 */
export async function withdrawTakedown(ctx: Dependencies, linkId: string, receipt: string): Promise<void> {
  const { gallery, settled } = await ctx.db.transaction().execute(async (trx) => {
    const row = await trx
      .selectFrom('takedown')
      .innerJoin('gallery', 'gallery.id', 'takedown.gallery_id')
      .select(['takedown.id', 'takedown.photo_id', 'takedown.decided', 'takedown.gallery_id', 'gallery.name'])
      .where('takedown.share_link_id', '=', linkId)
      .where('takedown.receipt_hash', '=', receiptHash(receipt))
      .forUpdate('takedown')
      .executeTakeFirst();
    if (!row) throw new AppError('takedown_not_found');
    if (row.decided !== null || row.photo_id === null) throw new AppError('takedown_decided');
    await trx.deleteFrom('takedown').where('id', '=', row.id).execute();
    const gallery = { id: row.gallery_id, name: row.name };
    await recordAudit(trx, ctx.viewer ?? { id: null, username: '' }, {
      action: 'takedown.withdraw',
      target: { kind: 'gallery', ...gallery },
    });
    const href = takedownsOfGallery(gallery.id);
    return { gallery, settled: await settleNotifications(ctx, trx, ['takedown_asked'], { href }) };
  });
  publishNotifications(ctx.bus, settled);
  ctx.bus.publish({ topic: `gallery:${gallery.id}`, kind: 'people' });
}
