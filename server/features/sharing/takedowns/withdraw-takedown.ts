import { type RawBuilder, sql } from 'kysely';
import type { Needs } from '#server/app-context.ts';
import { AppError } from '#server/contract/app-error.ts';
import { publishNotifications } from '#server/features/accounts/notifications/notify.ts';
import { settleNotifications } from '#server/features/accounts/notifications/settle-notifications.ts';
import { takedownsOfGallery } from '#server/features/galleries/galleries/notify-takedown-deciders.ts';
import { recordAudit } from '#server/features/platform/audit/record-audit.ts';
import type { SignedIn } from '#server/trpc/request-context.ts';
import { receiptHash } from './ask-takedown.ts';

type Dependencies = Needs<'db' | 'clock' | 'bus'> & { viewer: SignedIn | null };

/** A request that was made by a share link, for whoever holds its receipt. */
export const madeByLink = (linkId: string, receipt: string) =>
  sql<boolean>`takedown.share_link_id = ${linkId}::uuid and takedown.receipt_hash = ${receiptHash(receipt)}`;

/** A request of an account, by its id or that of its batch. */
export const madeBy = (userId: string, id: string) =>
  sql<boolean>`takedown.asked_by = ${userId}::uuid and coalesce(takedown.batch_id, takedown.id) = ${id}::uuid`;

/**
 * Takes a request back: its photos are shown again, as far as nothing was decided about them, and nothing remains of the request.
 * @throws AppError takedown_not_found, takedown_decided
 */
export async function withdrawTakedown(ctx: Dependencies, isMeant: RawBuilder<boolean>): Promise<void> {
  const { galleries, settled } = await ctx.db.transaction().execute(async (trx) => {
    const rows = await trx
      .selectFrom('takedown')
      .innerJoin('gallery', 'gallery.id', 'takedown.gallery_id')
      .select(['takedown.id', 'takedown.photo_id', 'takedown.decided', 'takedown.gallery_id', 'gallery.name'])
      .where(isMeant)
      .orderBy('takedown.id')
      .forUpdate('takedown')
      .execute();
    if (rows.length === 0) throw new AppError('takedown_not_found');
    const open = rows.filter(({ decided, photo_id }) => decided === null && photo_id !== null);
    if (open.length === 0) throw new AppError('takedown_decided');
    await trx
      .deleteFrom('takedown')
      .where(
        'id',
        'in',
        open.map(({ id }) => id),
      )
      .execute();
    const galleries = new Map(open.map(({ gallery_id, name }) => [gallery_id, name]));
    const settled: string[] = [];
    for (const [id, name] of galleries) {
      await recordAudit(trx, ctx.viewer ?? { id: null, username: '' }, {
        action: 'takedown.withdraw',
        target: { kind: 'gallery', id, name },
      });
      const href = takedownsOfGallery(id);
      settled.push(...(await settleNotifications(ctx, trx, ['takedown_asked'], { href })));
    }
    return { galleries, settled };
  });
  publishNotifications(ctx.bus, settled);
  for (const id of galleries.keys()) ctx.bus.publish({ topic: `gallery:${id}`, kind: 'people' });
}
