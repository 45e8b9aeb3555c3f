import type { z } from 'zod';
import type { Needs } from '#server/app-context.ts';
import { AppError, fieldError } from '#server/contract/app-error.ts';
import { addDays } from '#server/contract/calendar-dates.ts';
import { lastDayFault } from '#server/contract/date-limits.ts';
import { fewestDaysKept } from '#server/contract/expiry-notices.ts';
import type { Authorized } from '#server/contract/permissions.ts';
import type { keepGalleryUntilInput } from '#server/contract/schemas/galleries.ts';
import { requireAsSeen } from '#server/db/require-as-seen.ts';
import { publishNotifications } from '#server/features/accounts/notifications/notify.ts';
import { settleNotifications } from '#server/features/accounts/notifications/settle-notifications.ts';
import { recordAudit } from '#server/features/platform/audit/record-audit.ts';
import type { SignedIn } from '#server/trpc/request-context.ts';
import type { LoadedGallery } from './load-gallery.ts';

/**
 * Sets the last day of a gallery, or takes it back with null. Notices begin anew.
 * @throws AppError edit_conflict, field_invalid for a day that leaves no time for them, or is too far ahead
 */
export async function keepGalleryUntil(
  ctx: Needs<'db' | 'clock' | 'bus'> & { viewer: SignedIn },
  gallery: Authorized<LoadedGallery, 'delete'>,
  { kept_until: keptUntil, seen }: z.output<typeof keepGalleryUntilInput>,
): Promise<void> {
  if (keptUntil !== null && keptUntil < addDays(ctx.clock.today(), fewestDaysKept))
    throw fieldError('kept_until', 'A gallery is kept for at least 30 more days');
  const fault = keptUntil && lastDayFault(keptUntil, ctx.clock.today());
  if (fault) throw fieldError('kept_until', fault);
  const settled = await ctx.db.transaction().execute(async (trx) => {
    await requireAsSeen(seen, { kept_until: keptUntil }, () =>
      trx
        .selectFrom('gallery')
        .select('kept_until')
        .where('id', '=', gallery.id)
        .forUpdate()
        .executeTakeFirst(),
    );
    const result = await trx
      .updateTable('gallery')
      .set({
        kept_until: keptUntil,
        expiry_notice: null,
        expiry_notice_on: null,
        updated_at: ctx.clock.now(),
      })
      .where('id', '=', gallery.id)
      .executeTakeFirst();
    if (result.numUpdatedRows === 0n) throw new AppError('gallery_not_found');
    await recordAudit(trx, ctx.viewer, {
      action: 'gallery.keepUntil',
      target: { kind: 'gallery', id: gallery.id, name: gallery.name },
      params: { kept_until: keptUntil },
    });
    return settleNotifications(ctx, trx, ['gallery_ending'], { href: `/gallery/${gallery.id}` });
  });
  publishNotifications(ctx.bus, settled);
}
