import { DecodingInterrupted, type Imaging, ImagingError } from '#ml/index.ts';
import { renditionNames } from '#server/features/photos/file-keys.ts';
import { storeRenditions } from '#server/features/photos/store-renditions.ts';
import type { Needs } from '#server/needs.ts';
import { type PhotoStore, StoredFileMissing } from '#server/storage/photo-store.ts';
import { renditionKey } from '#server/storage/storage-keys.ts';
import { type JobHandler, PassingFailure, PermanentFailure } from '../handler.ts';

type Parts = Needs<'db' | 'bus' | 'jobs'> & { store: PhotoStore; imaging: Imaging; maxPixels: number };

/** Far longer than a picture takes; then nobody is at work on these files any more. */
const GUARD_MS = 10 * 60 * 1000;

/** Makes a photo's derived pictures anew, under new names, so that no cache shows the old ones. */
export function regenerateRenditions(parts: Parts): JobHandler<'regenerate-renditions'> {
  const { db, store, jobs, bus } = parts;
  return {
    async run({ photo_id }, signal) {
      const photo = await db
        .selectFrom('photo')
        .select(['id', 'gallery_id', 'original_key', 'rendition_version'])
        .where('id', '=', photo_id)
        .executeTakeFirst();
      if (!photo) return;
      const version = photo.rendition_version + 1;
      const keysOf = (which: number) => renditionNames.map((size) => renditionKey(photo.id, size, which));
      // Whatever happens on the way, these files either become the photo's or go: it may be deleted before the next try.
      await db
        .transaction()
        .execute((trx) => jobs.enqueue(trx, 'remove-files', [{ keys: keysOf(version) }], GUARD_MS));
      const prepared = await store
        .withLocalFile(photo.original_key, (source) =>
          storeRenditions(parts, { source, photoId: photo.id, version, maxPixels: parts.maxPixels, signal }),
        )
        .catch(explain);
      await db.transaction().execute(async (trx) => {
        const { width, height, thumbhash } = prepared;
        const { numUpdatedRows } = await trx
          .updateTable('photo')
          .set({ width, height, thumbhash, rendition_version: version })
          .where('id', '=', photo.id)
          .where('rendition_version', '=', photo.rendition_version)
          .executeTakeFirst();
        // Deleted meanwhile: then the new files are the ones nobody needs.
        const superseded = numUpdatedRows > 0 ? photo.rendition_version : version;
        const guarded = await jobs.cancel(trx, 'remove-files', keysOf(version)[0] ?? '');
        if (!guarded)
          throw new PassingFailure('photo_file_missing', 'it took so long that the new files are gone');
        await jobs.enqueue(trx, 'remove-files', [{ keys: keysOf(superseded) }]);
      });
      bus.publish({ topic: `gallery:${photo.gallery_id}`, kind: 'photos' });
    },
  };
}

function explain(error: unknown): never {
  if (error instanceof ImagingError) throw new PermanentFailure(error.code, error.reason, { cause: error });
  if (error instanceof StoredFileMissing) {
    throw new PermanentFailure('photo_file_missing', error.message, { cause: error });
  }
  if (error instanceof DecodingInterrupted) {
    throw new PassingFailure('decoding_interrupted', error.message, { cause: error });
  }
  throw error;
}
