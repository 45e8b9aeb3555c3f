import { sql } from 'kysely';
import type { Needs } from '#server/app-context.ts';
import { notify, publishNotifications } from '#server/features/notifications/notify.ts';
import { listActiveAdminIds } from '#server/features/users/users.repository.ts';

/**
 * When the last photo of a gallery is done, tells its photographer, and the administrators when some failed.
 * One notice per burst: photos finished since the last notice about this gallery.
 */
export async function notifyProcessed({ db, bus }: Needs<'db' | 'bus'>, galleryId: string): Promise<void> {
  const told = await db.transaction().execute(async (trx) => {
    const gallery = await trx
      .selectFrom('gallery')
      .select(['id', 'name', 'photographer_id', 'created_by', 'announced_at'])
      .where('id', '=', galleryId)
      .forUpdate()
      .executeTakeFirst();
    if (!gallery) return [];
    const href = `/gallery/${galleryId}`;
    const since = gallery.announced_at ?? new Date(0);
    const counts = await trx
      .selectFrom('face_job')
      .select([
        sql<number>`(count(*) filter (where status in ('pending', 'queued', 'processing')))::int`.as('open'),
        sql<number>`(count(*) filter (where status in ('completed', 'no_faces') and completed_at > ${since}::timestamptz))::int`.as(
          'done',
        ),
        sql<number>`(count(*) filter (where status = 'failed' and completed_at > ${since}::timestamptz))::int`.as(
          'failed',
        ),
      ])
      .where('gallery_id', '=', galleryId)
      .executeTakeFirstOrThrow();
    if (counts.open > 0 || counts.done + counts.failed === 0) return [];
    await trx.updateTable('gallery').set({ announced_at: sql`now()` }).where('id', '=', galleryId).execute();
    const owners = [gallery.photographer_id ?? gallery.created_by].filter((id) => id !== null);
    await notify(trx, owners, [
      { kind: 'photos_processed', params: { gallery: gallery.name, count: counts.done }, href },
    ]);
    if (counts.failed === 0) return owners;
    const admins = await listActiveAdminIds(trx);
    await notify(trx, admins, [
      {
        kind: 'jobs_failed',
        params: { gallery: gallery.name, count: counts.failed },
        href: '/admin/face-recognition',
      },
    ]);
    return [...owners, ...admins];
  });
  publishNotifications(bus, told);
}
