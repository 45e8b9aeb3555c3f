import { sql } from 'kysely';
import type { Needs } from '#server/app-context.ts';
import { notify, publishNotifications } from '#server/features/accounts/notifications/notify.ts';
import { listActiveAdminIds } from '#server/features/accounts/users/users.repository.ts';
import { countAnalysesSince } from '#server/features/galleries/photos/photo-analyses.repository.ts';
import { hasEndedHere } from '#server/visibility/gallery-visibility.sql.ts';

/**
 * Notifies the photographer when the last photo of a gallery is analysed, and the administrators when some failed.
 * Counts the photos since the last such notification (`announced_at`), so that one upload gives one notification.
 */
export async function notifyPhotographer(
  ctx: Needs<'db' | 'bus' | 'jobs' | 'mail'>,
  galleryId: string,
): Promise<void> {
  const notified = await ctx.db.transaction().execute(async (trx) => {
    const gallery = await trx
      .selectFrom('gallery')
      .select(['id', 'name', 'announced_at'])
      .select(sql<string | null>`coalesce(photographer_id, created_by)`.as('owner'))
      .select(hasEndedHere(sql`coalesce(gallery.photographer_id, gallery.created_by)`).as('has_ended'))
      .where('id', '=', galleryId)
      .forUpdate()
      .executeTakeFirst();
    if (!gallery) return [];
    const href = `/gallery/${galleryId}`;
    const counts = await countAnalysesSince(trx, galleryId, gallery.announced_at ?? new Date(0));
    if (counts.open > 0 || counts.done + counts.failed === 0) return [];
    await trx.updateTable('gallery').set({ announced_at: sql`now()` }).where('id', '=', galleryId).execute();
    const owners = gallery.owner !== null && !gallery.has_ended ? [gallery.owner] : [];
    if (counts.done > 0)
      await notify(ctx, trx, owners, [
        { kind: 'photos_processed', params: { gallery: gallery.name, count: counts.done }, href },
      ]);
    if (counts.failed === 0) return owners;
    const admins = await listActiveAdminIds(trx);
    await notify(ctx, trx, admins, [
      {
        kind: 'jobs_failed',
        params: { gallery: gallery.name, gallery_id: galleryId, count: counts.failed },
        href: '/admin/face-recognition',
      },
    ]);
    return [...owners, ...admins];
  });
  publishNotifications(ctx.bus, notified);
}
