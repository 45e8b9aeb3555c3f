import { createHash } from 'node:crypto';
import { jpegStart, type OutgoingMetadata, sniffImage } from '#ml/index.ts';
import type { DownloadSize, RenditionSize } from '#server/contract/rendition-sizes.ts';
import { type MetadataColumns, outgoingMetadata } from '#server/features/galleries/photos/photo-metadata.ts';
import type { PhotoFileDependencies } from '#server/features/galleries/photos/store-photo-files.ts';
import { getsMetadata } from '#server/features/galleries/photos/who-gets-original-metadata.ts';
import { bytesOfCopy } from '#server/storage/draft.ts';
import { requireWhole, StoredFileMissing, type StoredOriginal } from '#server/storage/photo-store.ts';
import { mapStorageErrors } from '#server/storage/storage-errors.ts';
import {
  blurredKey,
  formerPublicCopyKey,
  publicCopyKey,
  renditionKey,
  versionInKey,
} from '#server/storage/storage-keys.ts';
import type { BlurredFace, PhotoAudience } from '#server/visibility/photo-visibility.sql.ts';
import { makeOnce } from './make-file-once.ts';
import type { Picture } from './send-picture.ts';

/** A photo as one audience is shown it. */
export type PhotoFile = MetadataColumns & {
  id: string;
  gallery_id: string;
  filename: string;
  mime: string;
  original_key: string;
  bytes: number;
  rendition_version: number;
  blurred_faces: BlurredFace[];
};
export type StoredFile = Pick<Picture, 'key' | 'etag' | 'mime' | 'filename' | 'start' | 'bytes'>;
type Dependencies = Pick<PhotoFileDependencies, 'store' | 'imaging' | 'maxPixels'>;
interface Wanted {
  size: DownloadSize;
  audience: PhotoAudience;
  /** To be looked at: of an original that browsers do not show, a copy that they do. */
  shown?: boolean;
  isStillThere(): Promise<boolean>;
}

/** A rendition, or a copy encoded anew, keeps the name of the photo with another ending. */
const jpegFileName = (name: string): string => `${name.replace(/\.[^.]*$/, '')}.jpg`;

/**
 * The bytes of one size of a photo, as its audience is shown it. Every picture that leaves the server is chosen here.
 * @throws StoredFileMissing when a file is gone, or the photo was deleted while a copy was being made
 * @throws StoredFileCut when a copy is to be made of an original that was cut on the disk
 */
export async function pictureOf(
  dependencies: Dependencies,
  photo: PhotoFile,
  { size, audience, shown = false, isStillThere }: Wanted,
): Promise<StoredFile> {
  const outgoing = outgoingOf(photo, size);
  if (photo.blurred_faces.length > 0) return blurredCopy(dependencies, photo, size, outgoing, isStillThere);
  if (size === 'original' && (!getsMetadata(audience) || (shown && isHeif(photo))))
    return publicCopy(dependencies, photo, outgoing, isStillThere);
  return size === 'original' ? original(photo) : rendition(photo, size);
}

/** Browsers show it on some systems only. Its copy is a JPEG. */
const isHeif = ({ mime }: PhotoFile): boolean => mime === 'image/heic' || mime === 'image/heif';

interface Outgoing {
  metadata: OutgoingMetadata;
  /** Names it in keys and tags; '' where it says nothing. */
  hash: string;
}

/** What the picture says; the smallest size is for lists and says nothing. */
function outgoingOf(photo: MetadataColumns, size: DownloadSize): Outgoing {
  const metadata = size === 'small' ? {} : outgoingMetadata(photo);
  if (!metadata.credit && !metadata.taken) return { metadata, hash: '' };
  return { metadata, hash: createHash('sha256').update(JSON.stringify(metadata)).digest('hex').slice(0, 16) };
}

const original = (photo: PhotoFile): StoredFile => ({
  key: photo.original_key,
  etag: `${photo.id}-original${versionInKey(photo.original_key)}`,
  bytes: photo.bytes,
  mime: photo.mime,
  filename: photo.filename,
});

/** It is stored without any metadata, and sent with a start that says what it may. */
export function rendition(
  photo: MetadataColumns & Pick<PhotoFile, 'id' | 'filename' | 'rendition_version'>,
  size: RenditionSize,
): StoredFile {
  const { metadata, hash } = outgoingOf(photo, size);
  const etag = `${photo.id}-${size}-v${photo.rendition_version}`;
  return {
    key: renditionKey(photo.id, size, photo.rendition_version),
    ...(hash === '' ? { etag } : { etag: `${etag}-${hash}`, start: jpegStart(metadata) }),
    mime: 'image/jpeg',
    filename: jpegFileName(photo.filename),
  };
}

/** A JPEG with blurred faces. Key and ETag are those of this set of faces and of what it says, and of no other. */
async function blurredCopy(
  dependencies: Dependencies,
  photo: PhotoFile,
  size: DownloadSize,
  { metadata, hash }: Outgoing,
  isStillThere: Wanted['isStillThere'],
): Promise<StoredFile> {
  const { maxPixels, imaging } = dependencies;
  const boxes = hash + JSON.stringify(photo.blurred_faces.map(({ x, y, w, h }) => [x, y, w, h]));
  const set = createHash('sha256').update(boxes).digest('hex').slice(0, 32);
  const key = blurredKey(photo, size, set);
  const from = size === 'original' ? photo : renditionKey(photo.id, size, photo.rendition_version);
  await keepCopy(dependencies, { key, from, isStillThere }, (source, output) =>
    imaging.blurFaces({ source, output, faces: photo.blurred_faces, maxPixels, metadata }),
  );
  const etag = `${photo.id}-${size}-v${photo.rendition_version}-blurred-${set}`;
  return { key, etag, mime: 'image/jpeg', filename: jpegFileName(photo.filename) };
}

/** The original, which says no more than author and time. */
async function publicCopy(
  dependencies: Dependencies,
  photo: PhotoFile,
  { metadata, hash }: Outgoing,
  isStillThere: Wanted['isStillThere'],
): Promise<StoredFile> {
  const { maxPixels, imaging, store } = dependencies;
  const name = `${hash || 'bare'}${versionInKey(photo.original_key)}`;
  const key = publicCopyKey(photo.id, name);
  await keepCopy(dependencies, { key, from: photo, isStillThere }, async (source, output) => {
    await imaging.stripMetadata({ source, output, maxPixels, metadata });
    await store.remove(formerPublicCopyKey(photo.id));
  });
  const mime = await typeOf(dependencies, key);
  const filename = mime === photo.mime ? photo.filename : jpegFileName(photo.filename);
  return { key, etag: `${photo.id}-public-${name}`, mime, filename };
}

/** Makes a copy of a stored file where there is none yet, and keeps it with the files of its photo. */
async function keepCopy(
  { store }: Dependencies,
  {
    key,
    from,
    isStillThere,
  }: { key: string; from: string | StoredOriginal; isStillThere: Wanted['isStillThere'] },
  make: (source: string, output: string) => Promise<unknown>,
): Promise<void> {
  if (await store.stat(key)) return;
  await makeOnce(key, async () => {
    const isOriginal = typeof from === 'object';
    if (isOriginal) await requireWhole(store, from);
    const [source, bytes] = isOriginal
      ? [from.original_key, from.bytes]
      : [from, (await store.stat(from))?.bytes ?? 0];
    const draft = await store.draft(bytesOfCopy(bytes));
    try {
      await store.withLocalFile(source, (source) => mapStorageErrors(make(source, draft.path)));
      await store.put(key, draft.path);
    } finally {
      await draft.discard();
    }
    // Looked at after the copy is in place: a deletion from here on removes it, one before has not seen it.
    if (await isStillThere()) return;
    await store.remove(key);
    throw new StoredFileMissing(key);
  });
}

/** A copy that had to be encoded anew is a JPEG, whatever the original was: HEIC, or a file of odd structure. */
async function typeOf({ store }: Dependencies, key: string): Promise<string> {
  const start = await store.openRead(key, { start: 0, end: 63 });
  return sniffImage(Buffer.concat(await start.toArray())) ?? 'application/octet-stream';
}
