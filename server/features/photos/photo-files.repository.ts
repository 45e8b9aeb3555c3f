import type { Kysely } from 'kysely';
import { AppError } from '#server/contract/app-error.ts';
import type { DB } from '#server/db/tables.ts';
import {
  type BlurredFace,
  blurredFor,
  isPhotoShownTo,
  type PhotoAudience,
} from '#server/visibility/photo-visibility.sql.ts';

/** Gallery, storage key and file name of a photo. `requireShown` is asked before its bytes are sent. */
export async function findPhotoFile(db: Kysely<DB>, id: string) {
  return db
    .selectFrom('photo')
    .select(['id', 'gallery_id', 'filename', 'mime', 'original_key', 'rendition_version'])
    .where('id', '=', id)
    .executeTakeFirst();
}

/**
 * Answers which faces of the photo this audience is shown blurred.
 * @throws AppError photo_not_found for photos that this audience is not shown
 */
export async function requireShown(
  db: Kysely<DB>,
  id: string,
  audience: PhotoAudience,
): Promise<BlurredFace[]> {
  if (audience === 'editors') return [];
  const shown = await db
    .selectFrom('photo')
    .select(blurredFor(audience).as('faces'))
    .where('id', '=', id)
    .where(isPhotoShownTo(audience))
    .executeTakeFirst();
  if (!shown) throw new AppError('photo_not_found');
  return shown.faces;
}

export async function photoExists(db: Kysely<DB>, id: string): Promise<boolean> {
  const row = await db.selectFrom('photo').select('id').where('id', '=', id).executeTakeFirst();
  return row !== undefined;
}
