import type { Transaction } from 'kysely';
import { AppError } from '#server/contract/app-error.ts';
import type { DB } from '#server/db/tables.ts';

/**
 * Until the end of the transaction no photo is added to the gallery, no grouping is written, and nobody edits its people or links.
 * @throws AppError gallery_not_found
 */
export async function holdGallery(trx: Transaction<DB>, galleryId: string): Promise<void> {
  const gallery = await trx
    .selectFrom('gallery')
    .select('id')
    .where('id', '=', galleryId)
    .forNoKeyUpdate()
    .executeTakeFirst();
  if (!gallery) throw new AppError('gallery_not_found');
}
