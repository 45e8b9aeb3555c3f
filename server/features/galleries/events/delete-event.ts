import type { Needs } from '#server/app-context.ts';
import { AppError } from '#server/contract/app-error.ts';
import type { Authorized } from '#server/contract/permissions.ts';
import { purgeDeletedOfEvent } from '#server/features/galleries/galleries/purge-deleted-galleries.ts';
import { recordAudit } from '#server/features/platform/audit/record-audit.ts';
import type { SignedIn } from '#server/trpc/request-context.ts';
import type { LoadedEvent } from './load-event.ts';
import { lockEvent } from './save-event.ts';

/**
 * Deletes an event that has no galleries, deleted ones for good. One with galleries is refused, so that no photo is deleted with an
 * event.
 */
export async function deleteEvent(
  ctx: Needs<'db' | 'jobs'> & { viewer: SignedIn },
  event: Authorized<LoadedEvent, 'delete'>,
): Promise<void> {
  await ctx.db.transaction().execute(async (trx) => {
    await lockEvent(trx, event.id);
    const galleries = await trx
      .selectFrom('gallery')
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .where('event_id', '=', event.id)
      .executeTakeFirstOrThrow();
    const { count } = galleries;
    if (count > 0) throw new AppError('event_has_galleries', { params: { count } });
    await purgeDeletedOfEvent(ctx, trx, event.id);
    await trx.deleteFrom('event').where('id', '=', event.id).execute();
    await recordAudit(trx, ctx.viewer, {
      action: 'event.delete',
      target: { kind: 'event', id: event.id, name: event.name },
    });
  });
}
