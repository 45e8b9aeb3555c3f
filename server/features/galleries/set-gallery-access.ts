import type { Transaction } from 'kysely';
import type { Needs } from '#server/app-context.ts';
import { AppError } from '#server/contract/app-error.ts';
import type { DB } from '#server/db/tables.ts';
import { listEventClubIds } from '#server/features/events/events.repository.ts';
import { requireClubs } from '#server/features/events/save-event.ts';
import { requireId } from '#server/ids.ts';
import { additionalClubs, needsClub, replaceClubs } from './check-gallery-input.ts';
import type { LoadedGallery } from './load-gallery.ts';

/** Makes clubs and individual users exactly these. `user_ids` missing leaves the users as they are. */
export async function setGalleryAccess(
  ctx: Needs<'db' | 'bus'>,
  gallery: LoadedGallery,
  input: { club_ids: readonly string[]; user_ids?: readonly string[] | undefined },
): Promise<void> {
  await ctx.db.transaction().execute(async (trx) => {
    const row = await trx
      .selectFrom('gallery')
      .select(['event_id', 'visibility'])
      .where('id', '=', gallery.id)
      .forUpdate()
      .executeTakeFirst();
    if (!row) throw new AppError('gallery_not_found');
    const eventClubs = await listEventClubIds(trx, row.event_id);
    const clubIds = additionalClubs(row.visibility, input.club_ids, eventClubs);
    if (row.visibility === 'club_restricted' && eventClubs.length + clubIds.length === 0) throw needsClub();
    await requireClubs(trx, clubIds);
    await replaceClubs(trx, gallery.id, clubIds);
    if (input.user_ids) await replaceUsers(trx, gallery.id, input.user_ids);
  });
  ctx.bus.publish({ topic: `gallery:${gallery.id}`, kind: 'photos' });
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
