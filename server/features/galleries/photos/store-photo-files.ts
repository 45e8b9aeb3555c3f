import type { Transaction } from 'kysely';
import type { Needs, PictureMaker, RenditionResult } from '#server/app-context.ts';
import { AppError } from '#server/contract/app-error.ts';
import type { DB } from '#server/db/tables.ts';
import { newId } from '#server/ids.ts';
import type { PhotoStore } from '#server/storage/photo-store.ts';
import { originalKey, type PhotoMime } from '#server/storage/storage-keys.ts';
import { METADATA_REVISION, type TakenColumns, takenColumns } from './photo-metadata.ts';
import {
  cancelFileRemoval,
  removalKeys,
  scheduleFileRemoval,
  versionRemovalKeys,
} from './schedule-file-removal.ts';
import { FIRST_RENDITIONS, storeRenditions } from './store-renditions.ts';

export type PhotoFileDependencies = Needs<'db' | 'jobs'> & {
  store: PhotoStore;
  imaging: PictureMaker;
  /** Pictures with more pixels are refused. */
  maxPixels: number;
};

/** The file that is kept as the original of a photo. */
export type Original = {
  /** Of a temporary file; the store takes it over. */
  path: string;
  sha256: Buffer;
  mime: PhotoMime;
  bytes: number;
};

/** What the row of a photo says of its files. */
export type StoredPhoto = Omit<Original, 'path'> &
  Pick<RenditionResult, 'width' | 'height' | 'thumbhash' | 'damage'> &
  TakenColumns & {
    id: string;
    pixel_sha256: Buffer;
    original_key: string;
    metadata_revision: number;
  };

/** What the file says beside time. */
export type SaidOfPhoto = Pick<RenditionResult, 'credit' | 'words' | 'camera'>;

type Steps = {
  /** Files of a photo that is there, in place of those it has; without, of a new one. */
  replaces?: { id: string; version: number };
  /** Path of the file as it was sent; stays there unless it is the original. */
  source: string;
  filename: string;
  /** Says which file is kept, when the source was decoded. */
  makeOriginal(prepared: RenditionResult): Promise<Original>;
  /** Writes the row that names the files; false when it must not be written, because the photo is there already. */
  insertRow(trx: Transaction<DB>, photo: StoredPhoto, said: SaidOfPhoto): Promise<boolean>;
};

/**
 * Stores the files of a photo, then its row: renditions, original, and one transaction that writes the row and cancels
 * the removal of the files. Without the row the files are removed, also when the server is killed.
 * @returns the id of the photo; undefined when its row was not written
 * @throws AppError storage_unavailable when storing took so long that the files have been removed
 */
export async function storePhotoFiles(
  dependencies: PhotoFileDependencies,
  { source, filename, replaces, makeOriginal, insertRow }: Steps,
): Promise<string | undefined> {
  const { db, store, maxPixels } = dependencies;
  const { id, version } = replaces ?? { id: newId(), version: FIRST_RENDITIONS };
  const files = { id, original_key: '', rendition_version: version };
  const keys = () => (replaces ? versionRemovalKeys(files) : removalKeys(files));
  let kept = false;
  try {
    await scheduleFileRemoval(dependencies, keys());
    const task = { source, filename, photoId: id, version, maxPixels };
    const prepared = await storeRenditions(dependencies, task);
    const { path, sha256, mime, bytes } = await makeOriginal(prepared);
    files.original_key = originalKey({ id, sha256, mime }, replaces?.version);
    await scheduleFileRemoval(dependencies, keys()); // again: now with the original
    await store.put(files.original_key, path);
    const { original_key } = files;
    const { width, height, thumbhash, damage, taken } = prepared;
    const decoded = {
      width,
      height,
      thumbhash,
      damage,
      pixel_sha256: Buffer.from(prepared.pixel_sha256, 'hex'),
      ...takenColumns(taken),
      metadata_revision: METADATA_REVISION,
    };
    const photo = { id, sha256, mime, bytes, original_key, ...decoded };
    kept = await db.transaction().execute(async (trx) => {
      if (!(await insertRow(trx, photo, prepared))) return false;
      if (!(await cancelFileRemoval(dependencies, trx, keys()))) throw new AppError('storage_unavailable');
      return true;
    });
    return kept ? id : undefined;
  } finally {
    // If this fails, the scheduled removal does the same ten minutes later.
    if (!kept) await scheduleFileRemoval(dependencies, keys(), 0).catch(() => undefined);
  }
}
