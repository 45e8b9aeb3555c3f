import type { Transaction } from 'kysely';
import type { z } from 'zod';
import type { Needs } from '#server/app-context.ts';
import { AppError } from '#server/contract/app-error.ts';
import type { Authorized } from '#server/contract/permissions.ts';
import type { setGalleryAccessInput } from '#server/contract/schemas/galleries.ts';
import { requireAsSeen } from '#server/db/require-as-seen.ts';
import type { DB } from '#server/db/tables.ts';
import { publishNotifications } from '#server/features/accounts/notifications/notify.ts';
import {
  listAskedClubIds,
  replaceAskedClubs,
  splitClubs,
} from '#server/features/galleries/events/asked-clubs.ts';
import { listEventClubIds } from '#server/features/galleries/events/events.repository.ts';
import { requireClubs } from '#server/features/galleries/events/save-event.ts';
import { requireId } from '#server/ids.ts';
import type { SignedIn } from '#server/trpc/request-context.ts';
import { additionalClubs, listAdditionalClubIds, needsClub, replaceClubs } from './check-gallery-input.ts';
import type { LoadedGallery } from './load-gallery.ts';

/** Makes clubs and individual users exactly these; new clubs that are not the viewer's are asked first. `user_ids` missing leaves the users as they are. @throws AppError edit_conflict */
export async function setGalleryAccess(
  ctx: Needs<'db' | 'bus' | 'clock' | 'jobs' | 'mail'> & { viewer: SignedIn },
  gallery: Authorized<LoadedGallery, 'manageAccess'>,
  input: z.output<typeof setGalleryAccessInput>,
): Promise<void> {
  const told = await ctx.db.transaction().execute(async (trx) => {
    const row = await trx
      .selectFrom('gallery')
      .select(['event_id', 'visibility'])
      .where('id', '=', gallery.id)
      .forUpdate()
      .executeTakeFirst();
    if (!row) throw new AppError('gallery_not_found');
    const present = await listAdditionalClubIds(trx, gallery.id);
    await requireAsSeen(input.seen, input, async () => ({
      club_ids: [...present, ...(await listAskedClubIds(ctx, trx, { kind: 'gallery', id: gallery.id }))],
      user_ids: await listUserIds(trx, gallery.id),
    }));
    const eventClubs = await listEventClubIds(trx, row.event_id);
    const wanted = additionalClubs(row.visibility, input.club_ids, eventClubs);
    const { counting: clubIds, asked } = splitClubs(ctx.viewer, wanted, present);
    if (row.visibility === 'club_restricted' && eventClubs.length + clubIds.length === 0) throw needsClub();
    await requireClubs(trx, wanted);
    await replaceClubs(trx, gallery.id, clubIds);
    if (input.user_ids) await replaceUsers(trx, gallery.id, input.user_ids);
    return replaceAskedClubs(ctx, trx, { ...gallery, kind: 'gallery' }, asked);
  });
  publishNotifications(ctx.bus, told);
  ctx.bus.publish({ topic: `gallery:${gallery.id}`, kind: 'photos' });
}

async function listUserIds(trx: Transaction<DB>, galleryId: string): Promise<string[]> {
  const rows = await trx
    .selectFrom('gallery_user')
    .select('user_id')
    .where('gallery_id', '=', galleryId)
    .execute();
  return rows.map((row) => row.user_id);
}

async function replaceUsers(
  trx: Transaction<DB>,
  galleryId: string,
  userIds: readonly string[],
): Promise<void> {
  const ids = [...new Set(userIds.map((id) => requireId(id, 'user_not_found')))];
  await trx.deleteFrom('gallery_user').where('gallery_id', '=', galleryId).execute();
  if (ids.length === 0) return;
  const known = await trx.selectFrom('app_user').select('id').where('id', 'in', ids).execute();
  if (known.length !== ids.length) throw new AppError('user_not_found');
  await trx
    .insertInto('gallery_user')
    .values(ids.map((user_id) => ({ gallery_id: galleryId, user_id })))
    .execute();
}
