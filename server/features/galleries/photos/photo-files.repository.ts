import type { Kysely } from 'kysely';
import { AppError } from '#server/contract/app-error.ts';
import type { DB } from '#server/db/tables.ts';
import {
  type BlurredFace,
  blurredFor,
  isPhotoShownTo,
  type PhotoAudience,
} from '#server/visibility/photo-visibility.sql.ts';
import { metadataColumns } from './photo-metadata.ts';

/** What is needed to send a photo's file, but for the faces that are blurred in it. */
export const fileColumns = [
  'gallery_id',
  'id',
  'filename',
  'mime',
  'original_key',
  'bytes',
  'rendition_version',
  ...metadataColumns,
] as const;

/**
 * Gallery, storage key and file name of a photo, and which of its faces this audience is shown blurred.
 * @throws AppError photo_not_found for photos that this audience is not shown
 */
export async function getShownPhotoFile(
  db: Kysely<DB>,
  id: string,
  audience: Exclude<PhotoAudience, 'editors'>,
) {
  const photo = await db
    .selectFrom('photo')
    .select(fileColumns)
    .select(blurredFor(audience).as('blurred_faces'))
    .where('id', '=', id)
    .where(isPhotoShownTo(audience))
    .executeTakeFirst();
  if (!photo) throw new AppError('photo_not_found');
  return photo;
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
  return (await getShownPhotoFile(db, id, audience)).blurred_faces;
}

/** Whether the photo is there and was not replaced. */
export async function photoExists(
  db: Kysely<DB>,
  { id, original_key }: { id: string; original_key: string },
): Promise<boolean> {
  const row = await db
    .selectFrom('photo')
    .select('id')
    .where('id', '=', id)
    .where('original_key', '=', original_key)
    .executeTakeFirst();
  return row !== undefined;
}
