import { renditionKey } from '#server/storage/storage-keys.ts';
import type { PhotoFileDependencies } from './store-photo-files.ts';

type Which = { id: string; version: number };

/**
 * Whether the pictures that were made of two files show the same shot, and how the one lies in the other.
 * @throws StoredFileMissing where one of them is there no more
 */
export const compareMedium = (
  { store, imaging }: Pick<PhotoFileDependencies, 'store' | 'imaging'>,
  before: Which,
  after: Which,
) =>
  store.withLocalFile(renditionKey(before.id, 'medium', before.version), (beforePath) =>
    store.withLocalFile(renditionKey(after.id, 'medium', after.version), (afterPath) =>
      imaging.compareShots({ before: beforePath, after: afterPath }),
    ),
  );
