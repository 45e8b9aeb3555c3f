import type { Needs } from '#server/app-context.ts';
import { dayMs } from '#server/contract/lifetimes.ts';
import { notify, publishNotifications } from '#server/features/notifications/notify.ts';

const noticeMs = 2 * dayMs;

/** Notifies the creators of links that expire soon, once per expiry date. */
export async function notifyExpiringLinks(
  ctx: Needs<'db' | 'bus' | 'clock' | 'jobs' | 'mail'>,
): Promise<void> {
  const now = ctx.clock.now();
  const notified = await ctx.db.transaction().execute(async (trx) => {
    const due = await trx
      .updateTable('share_link')
      .from('gallery')
      .set({ expiry_notified_at: now })
      .whereRef('gallery.id', '=', 'share_link.gallery_id')
      .where('share_link.is_active', '=', true)
      .where('share_link.expiry_notified_at', 'is', null)
      .where('share_link.expires_at', '>', now)
      .where('share_link.expires_at', '<', new Date(now.getTime() + noticeMs))
      .returning([
        'share_link.created_by',
        'share_link.name',
        'gallery.id as gallery_id',
        'gallery.name as gallery',
      ])
      .execute();
    for (const link of due)
      if (link.created_by)
        await notify(
          ctx,
          trx,
          [link.created_by],
          [
            {
              kind: 'link_expiring',
              params: { gallery: link.gallery, link: link.name },
              href: `/gallery/${link.gallery_id}`,
            },
          ],
        );
    return due.flatMap((link) => (link.created_by ? [link.created_by] : []));
  });
  publishNotifications(ctx.bus, notified);
}
