import { rm } from 'node:fs/promises';
import { sniffImage } from '#ml/index.ts';
import type { DownloadSize } from '#server/contract/rendition-sizes.ts';
import type { PhotoDependencies } from '#server/features/photos/add-photo.ts';
import { mapStorageErrors } from '#server/storage/disk-store.ts';
import { StoredFileMissing } from '#server/storage/photo-store.ts';
import { publicCopyKey, renditionKey } from '#server/storage/storage-keys.ts';
import type { Picture } from './send-picture.ts';

export type PhotoFile = {
  id: string;
  filename: string;
  mime: string;
  original_key: string;
  rendition_version: number;
};
export type StoredFile = Pick<Picture, 'key' | 'etag' | 'mime' | 'filename'>;
type Dependencies = Pick<PhotoDependencies, 'store' | 'imaging' | 'maxPixels'>;

/** A rendition, or a copy encoded anew, keeps the name of the photo with another ending. */
const jpegFileName = (name: string): string => `${name.replace(/\.[^.]*$/, '')}.jpg`;

/** The stored bytes of one size of a photo. */
export function storedPicture(photo: PhotoFile, size: DownloadSize): StoredFile {
  if (size === 'original')
    return {
      key: photo.original_key,
      etag: `${photo.id}-original`,
      mime: photo.mime,
      filename: photo.filename,
    };
  return {
    key: renditionKey(photo.id, size, photo.rendition_version),
    etag: `${photo.id}-${size}-v${photo.rendition_version}`,
    mime: 'image/jpeg',
    filename: jpegFileName(photo.filename),
  };
}

/**
 * The original without place, names and other private metadata, made once and kept.
 * @throws StoredFileMissing when the original is gone, or the photo was deleted while the copy was being made
 */
export async function publicCopy(
  dependencies: Dependencies,
  photo: PhotoFile,
  isStillThere: () => Promise<boolean>,
): Promise<StoredFile> {
  const key = publicCopyKey(photo.id);
  if (!(await dependencies.store.stat(key))) {
    await makePublicCopy(dependencies, photo, key);
    // Looked at after the copy is in place: a deletion from here on removes it, one before has not seen it.
    if (!(await isStillThere())) {
      await dependencies.store.remove(key);
      throw new StoredFileMissing(key);
    }
  }
  const mime = await typeOf(dependencies, key);
  const filename = mime === photo.mime ? photo.filename : jpegFileName(photo.filename);
  return { key, etag: `${photo.id}-public`, mime, filename };
}

async function makePublicCopy({ store, imaging, maxPixels }: Dependencies, photo: PhotoFile, key: string) {
  const output = store.temporaryPath();
  try {
    await store.withLocalFile(photo.original_key, (source) =>
      mapStorageErrors(imaging.stripMetadata({ source, output, maxPixels })),
    );
    await store.put(key, output);
  } finally {
    await rm(output, { force: true });
  }
}

/** A copy that had to be encoded anew is a JPEG, whatever the original was: HEIC, or a file of odd structure. */
async function typeOf({ store }: Dependencies, key: string): Promise<string> {
  const start = await store.openRead(key, { start: 0, end: 63 });
  return sniffImage(Buffer.concat(await start.toArray())) ?? 'application/octet-stream';
}
