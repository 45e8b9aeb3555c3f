import { type RawBuilder, sql, type Transaction } from 'kysely';
import type { Needs } from '#server/app-context.ts';
import type { DB } from '#server/db/tables.ts';
import type { Endings } from '#server/endings.ts';
import { restorableSince } from '#server/features/galleries/photos/deleted-photos.repository.ts';
import { removePhotoFiles } from '#server/features/galleries/photos/schedule-file-removal.ts';
import { FIRST_RENDITIONS } from '#server/features/galleries/photos/store-renditions.ts';
import { isClubOfGallery } from '#server/visibility/gallery-visibility.sql.ts';

/** Deletes a gallery for good with all that belongs to it; the files follow in the background. */
export async function purgeGalleryRows(
  ctx: Needs<'jobs'>,
  trx: Transaction<DB>,
  galleryId: string,
): Promise<void> {
  const filesOf = (table: 'photo' | 'deleted_photo') =>
    trx
      .selectFrom(table)
      .select(['id', 'original_key', 'rendition_version'])
      .$if(table === 'deleted_photo', (deleted) =>
        deleted.select(sql<string | null>`version_of`.as('version_of')),
      )
      .where('gallery_id', '=', galleryId)
      .forUpdate()
      .execute();
  const photos = [...(await filesOf('photo')), ...(await filesOf('deleted_photo'))];
  const guestPhotos = await trx
    .selectFrom('guest_photo')
    .select(['id', 'original_key'])
    .where('gallery_id', '=', galleryId)
    .forUpdate()
    .execute();
  await trx.deleteFrom('stored_gallery').where('id', '=', galleryId).execute();
  const waiting = guestPhotos.map((photo) => ({ ...photo, rendition_version: FIRST_RENDITIONS }));
  await removePhotoFiles(ctx, trx, [...photos, ...waiting]);
}

/** Those whose days are over, or the last day that was chosen for them. */
export async function purgeEndedGalleries(ctx: Needs<'db' | 'jobs' | 'clock'>): Promise<void> {
  const since = await restorableSince(ctx.db, ctx.clock.now());
  const isOver = sql<boolean>`(deleted_at <= ${since}::timestamptz or kept_until < ${ctx.clock.today()}::date)`;
  const ended = await ctx.db
    .selectFrom('stored_gallery')
    .select('id')
    .where('deleted_at', 'is not', null)
    .where(isOver)
    .execute();
  for (const { id } of ended)
    await ctx.db
      .transaction()
      .execute((trx) => purgeDeletedWhere(ctx, trx, sql<boolean>`(id = ${id}::uuid and ${isOver})`));
}

/** Nobody could restore them: deleted galleries of an event that is deleted. */
export const purgeDeletedOfEvent = (
  ctx: Needs<'jobs'>,
  trx: Transaction<DB>,
  eventId: string,
): Promise<void> => purgeDeletedWhere(ctx, trx, sql<boolean>`event_id = ${eventId}::uuid`);

/** Deleted galleries of a club that is deleted, and of no other. */
export const purgeDeletedOfClub: Endings['clubEnds'] = async (ctx, trx, clubId) => {
  const isIn = (club: RawBuilder<unknown>) => isClubOfGallery(club, sql.ref('stored_gallery.id'));
  await purgeDeletedWhere(
    ctx,
    trx,
    sql<boolean>`(${isIn(sql`${clubId}::uuid`)}
      and not exists (select from club other where other.id <> ${clubId}::uuid and ${isIn(sql.ref('other.id'))}))`,
  );
  return async () => ({ users: [], galleries: [] });
};

async function purgeDeletedWhere(
  ctx: Needs<'jobs'>,
  trx: Transaction<DB>,
  isMeant: RawBuilder<boolean>,
): Promise<void> {
  const galleries = await trx
    .selectFrom('stored_gallery')
    .select('id')
    .where('deleted_at', 'is not', null)
    .where(isMeant)
    .orderBy('id')
    .forUpdate()
    .execute();
  for (const { id } of galleries) await purgeGalleryRows(ctx, trx, id);
}
