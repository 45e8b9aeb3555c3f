import type { Expression, SqlBool, Transaction } from 'kysely';
import { AppError } from '#server/contract/app-error.ts';
import type { DB } from '#server/db/tables.ts';
import { isTakenDown } from '#server/visibility/is-taken-down.sql.ts';

/**
 * Locks photos of a gallery, so that of two requests at once the second finds the first.
 * @param isMeant a condition on `photo`
 * @returns those that are not hidden yet, at least one
 * @throws AppError photo_not_found, takedown_in_force
 */
export async function lockPhotosToHide(
  trx: Transaction<DB>,
  photoIds: readonly string[],
  galleryId: string,
  isMeant: Expression<SqlBool>,
): Promise<string[]> {
  const asked = [...new Set(photoIds)];
  const locked = await trx
    .selectFrom('photo')
    .select('id')
    .where('id', 'in', asked)
    .where('gallery_id', '=', galleryId)
    .where(isMeant)
    .orderBy('id')
    .forUpdate()
    .execute();
  if (locked.length < asked.length) throw new AppError('photo_not_found');
  const shown = await trx
    .selectFrom('photo')
    .select('id')
    .where('id', 'in', asked)
    .where((photo) => photo.not(isTakenDown()))
    .execute();
  if (shown.length === 0) throw new AppError('takedown_in_force');
  const ids = new Set(shown.map(({ id }) => id));
  return asked.filter((id) => ids.has(id));
}
