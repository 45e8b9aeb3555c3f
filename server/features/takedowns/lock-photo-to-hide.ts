import type { Expression, SqlBool, Transaction } from 'kysely';
import { AppError } from '#server/contract/app-error.ts';
import type { DB } from '#server/db/tables.ts';
import { isTakenDown } from '#server/visibility/is-taken-down.sql.ts';

/**
 * Locks a photo that is not hidden yet, so that of two requests at once the second finds the first.
 * @param isMeant a condition on `photo`
 * @throws AppError photo_not_found, takedown_in_force
 */
export async function lockPhotoToHide(
  trx: Transaction<DB>,
  photoId: string,
  galleryId: string,
  isMeant: Expression<SqlBool>,
): Promise<void> {
  const locked = await trx
    .selectFrom('photo')
    .select('id')
    .where('id', '=', photoId)
    .where('gallery_id', '=', galleryId)
    .where(isMeant)
    .forUpdate()
    .executeTakeFirst();
  if (!locked) throw new AppError('photo_not_found');
  const photo = await trx
    .selectFrom('photo')
    .select(isTakenDown().as('is_taken_down'))
    .where('id', '=', photoId)
    .executeTakeFirstOrThrow();
  if (photo.is_taken_down) throw new AppError('takedown_in_force');
}
