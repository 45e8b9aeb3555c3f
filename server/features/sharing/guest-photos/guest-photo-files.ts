import type { Transaction } from 'kysely';
import type { Needs } from '#server/app-context.ts';
import type { DB } from '#server/db/tables.ts';
import { removePhotoFiles } from '#server/features/galleries/photos/schedule-file-removal.ts';
import { FIRST_RENDITIONS } from '#server/features/galleries/photos/store-renditions.ts';

export type StoredGuestPhoto = { id: string; original_key: string };

/**
 * Queues the removal of the files of photos whose rows this transaction deletes. A photo that waits has renditions of the
 * first version: nothing makes them anew under another key.
 */
export const removeGuestPhotoFiles = (
  ctx: Needs<'jobs'>,
  trx: Transaction<DB>,
  photos: readonly StoredGuestPhoto[],
): Promise<void> =>
  removePhotoFiles(
    ctx,
    trx,
    photos.map((photo) => ({ ...photo, rendition_version: FIRST_RENDITIONS })),
  );
