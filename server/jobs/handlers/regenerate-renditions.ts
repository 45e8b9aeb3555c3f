import { DecodingInterrupted, type Imaging, ImagingError } from '#ml/index.ts';
import type { Needs } from '#server/app-context.ts';
import { minuteMs } from '#server/contract/lifetimes.ts';
import { renditionNames } from '#server/contract/rendition-sizes.ts';
import { takeVersion } from '#server/features/galleries/photos/photo-versions.repository.ts';
import { reportCutFile } from '#server/features/galleries/photos/report-cut-file.ts';
import {
  cancelFileRemoval,
  scheduleFileRemoval,
} from '#server/features/galleries/photos/schedule-file-removal.ts';
import { storeRenditions } from '#server/features/galleries/photos/store-renditions.ts';
import {
  type PhotoStore,
  StoredFileCut,
  StoredFileMissing,
  withWholeOriginal,
} from '#server/storage/photo-store.ts';
import { blurredFolder, renditionKey } from '#server/storage/storage-keys.ts';
import { PermanentFailure, TransientFailure } from '../job-failure.ts';
import { type JobHandler, type JobRules, SECOND_MS } from '../job-handler.ts';

export type RegenerateRenditionsPayload = { photo_id: string };

export const regenerateRenditionsRules: JobRules<RegenerateRenditionsPayload> = {
  key: ({ photo_id }) => photo_id,
  delayMs: 0,
  retry: { attempts: 5, firstPauseMs: 5 * SECOND_MS, longestPauseMs: 5 * minuteMs },
};

type Dependencies = Needs<'db' | 'bus' | 'jobs' | 'mail' | 'log'> & {
  store: PhotoStore;
  imaging: Imaging;
  maxPixels: number;
};

/** Makes a photo's derived pictures anew, under new names, so that no cache shows the old ones. */
export function regenerateRenditions(dependencies: Dependencies): JobHandler<RegenerateRenditionsPayload> {
  const { db, store, jobs, bus } = dependencies;
  return {
    async run({ photo_id }, signal) {
      const photo = await db
        .selectFrom('photo')
        .select(['id', 'gallery_id', 'original_key', 'bytes', 'rendition_version'])
        .where('id', '=', photo_id)
        .executeTakeFirst();
      if (!photo) return;
      const version = await takeVersion(db, photo.id);
      if (version === undefined) return;
      const keysOf = (which: number) => renditionNames.map((size) => renditionKey(photo.id, size, which));
      await scheduleFileRemoval(dependencies, keysOf(version));
      const prepared = await withWholeOriginal(store, photo, (source) =>
        storeRenditions(dependencies, {
          source,
          photoId: photo.id,
          version,
          maxPixels: dependencies.maxPixels,
          signal,
        }),
      )
        .catch((error: unknown) => reportCutFile(dependencies, photo.gallery_id, error))
        .catch(explain);
      await db.transaction().execute(async (trx) => {
        const { width, height, thumbhash } = prepared;
        const pixel_sha256 = Buffer.from(prepared.pixel_sha256, 'hex');
        const { numUpdatedRows } = await trx
          .updateTable('photo')
          .set({ width, height, thumbhash, pixel_sha256, rendition_version: version })
          .where('id', '=', photo.id)
          .where('rendition_version', '=', photo.rendition_version)
          .executeTakeFirst();
        // If the photo was deleted or replaced meanwhile, the new files are the ones to remove.
        const superseded = numUpdatedRows > 0 ? photo.rendition_version : version;
        if (!(await cancelFileRemoval(dependencies, trx, keysOf(version))))
          throw new TransientFailure('photo_file_missing', 'it took so long that the new files are gone');
        await jobs.enqueue(trx, 'remove-files', [{ keys: [...keysOf(superseded), blurredFolder(photo.id)] }]);
      });
      bus.publish({ topic: `gallery:${photo.gallery_id}`, kind: 'photos' });
    },
  };
}

function explain(error: unknown): never {
  if (error instanceof ImagingError) throw new PermanentFailure(error.code, error.reason, { cause: error });
  if (error instanceof StoredFileCut) {
    throw new PermanentFailure('photo_file_cut', error.message, { cause: error });
  }
  if (error instanceof StoredFileMissing) {
    throw new PermanentFailure('photo_file_missing', error.message, { cause: error });
  }
  if (error instanceof DecodingInterrupted) {
    throw new TransientFailure('decoding_interrupted', error.message, { cause: error });
  }
  throw error;
}
