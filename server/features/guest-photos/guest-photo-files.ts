import type { Transaction } from 'kysely';
import type { Needs } from '#server/app-context.ts';
import type { DB } from '#server/db/tables.ts';
import { FIRST_RENDITIONS } from '#server/features/photos/store-renditions.ts';
import { photoFileKeys } from '#server/storage/storage-keys.ts';

export type StoredGuestPhoto = { id: string; original_key: string };

const photosPerJob = 200;

/**
 * Queues the removal of the files of photos whose rows this transaction deletes. A photo that waits has renditions of the
 * first version: nothing makes them anew under another key.
 */
export async function removeGuestPhotoFiles(
  { jobs }: Needs<'jobs'>,
  trx: Transaction<DB>,
  photos: readonly StoredGuestPhoto[],
): Promise<void> {
  for (let start = 0; start < photos.length; start += photosPerJob) {
    const keys = photos
      .slice(start, start + photosPerJob)
      .flatMap((photo) => photoFileKeys({ ...photo, rendition_version: FIRST_RENDITIONS }));
    await jobs.enqueue(trx, 'remove-files', [{ keys }]);
  }
}
