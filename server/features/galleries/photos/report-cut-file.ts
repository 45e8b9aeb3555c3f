import type { Needs } from '#server/app-context.ts';
import { AppError } from '#server/contract/app-error.ts';
import { notify, publishNotifications } from '#server/features/accounts/notifications/notify.ts';
import { listActiveAdminIds } from '#server/features/accounts/users/users.repository.ts';
import { StoredFileCut } from '#server/storage/photo-store.ts';

type Dependencies = Needs<'db' | 'bus' | 'jobs' | 'mail' | 'log'>;

/** Where an original was cut on the disk, as this error or its cause says, the administrators are told. The error is thrown on. */
export async function reportCutFile(ctx: Dependencies, galleryId: string, error: unknown): Promise<never> {
  const cause = error instanceof AppError ? error.cause : error;
  if (cause instanceof StoredFileCut) await tellOfCutFile(ctx, galleryId, cause);
  throw error;
}

/** Tells them once a gallery until they have read it. */
export async function tellOfCutFile(
  { log, ...ctx }: Dependencies,
  galleryId: string,
  cause: StoredFileCut,
): Promise<void> {
  log.error({ err: cause, gallery: galleryId }, 'the file of a photo was cut on the disk');
  const told = await ctx.db.transaction().execute(async (trx) => {
    const gallery = await trx
      .selectFrom('gallery')
      .select(['id', 'name'])
      .where('id', '=', galleryId)
      .executeTakeFirst();
    if (!gallery) return [];
    const kind = 'photo_file_cut' as const;
    const href = `/gallery/${gallery.id}`;
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
