import type { Needs } from '#server/app-context.ts';
import { notify, publishNotifications } from '#server/features/notifications/notify.ts';
import { listActiveAdminIds } from '#server/features/users/users.repository.ts';

/** Tells the administrators, once a gallery until they have read it, that an original was cut on the disk. */
export async function reportCutFile(
  { log, ...ctx }: Needs<'db' | 'bus' | 'jobs' | 'mail' | 'log'>,
  photoId: string,
  cause: Error,
): Promise<void> {
  log.error({ err: cause, photo: photoId }, 'the file of a photo was cut on the disk');
  const told = await ctx.db.transaction().execute(async (trx) => {
    const gallery = await trx
      .selectFrom('photo')
      .innerJoin('gallery', 'gallery.id', 'photo.gallery_id')
      .select(['gallery.id', 'gallery.name'])
      .where('photo.id', '=', photoId)
      .executeTakeFirst();
    if (!gallery) return [];
    const kind = 'photo_file_cut' as const;
    const href = `/galleries/${gallery.id}`;
    const unread = await trx
      .selectFrom('notification')
      .select('user_id')
      .where('kind', '=', kind)
      .where('href', '=', href)
      .where('read_at', 'is', null)
      .execute();
    const know = new Set(unread.map(({ user_id }) => user_id));
    const admins = (await listActiveAdminIds(trx)).filter((id) => !know.has(id));
    await notify(ctx, trx, admins, [{ kind, params: { gallery: gallery.name }, href }]);
    return admins;
  });
  publishNotifications(ctx.bus, told);
}
