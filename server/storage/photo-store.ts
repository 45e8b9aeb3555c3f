import type { Readable } from 'node:stream';
import type { Reservation } from './disk-room.ts';
import type { Draft } from './draft.ts';

/** An inclusive range of bytes, as in HTTP. */
export interface ByteRange {
  start: number;
  end: number;
}

export interface StoredFile {
  bytes: number;
  modifiedAt: Date;
  /** In hexadecimal digits, where the store keeps it beside the file. */
  sha256?: string | undefined;
}

/**
 * Where the bytes of photos live. Keys are made by storage-keys.ts and never come from outside. A file, once put, never
 * changes under its key; a new version gets a new key.
 */
export interface PhotoStore {
  /** Takes over a finished temporary file. When it resolves, the file survives a power cut under its key. */
  put(key: string, temporaryPath: string): Promise<void>;
  /** @throws StoredFileMissing when there is nothing under the key */
  openRead(key: string, range?: ByteRange): Promise<Readable>;
  stat(key: string): Promise<StoredFile | undefined>;
  /** Everything stored under one of the two roots of keys, in no order; for audits. */
  list(root: 'originals' | 'renditions'): AsyncIterable<StoredFile & { key: string }>;
  /** Removes a file, or all below a folder of keys. What is not there is no error: removal may run twice. */
  remove(key: string): Promise<void>;
  /** Hands the work a path it may read, for decoders that need a file. @throws StoredFileMissing */
  withLocalFile<T>(key: string, work: (path: string) => Promise<T>): Promise<T>;
  /** Keeps room on the disk of drafts until it is released. @throws AppError storage_full below the floor of free space */
  reserve(bytes: number): Promise<Reservation>;
  /**
   * A new file on its way in, on a disk of this machine; with photos on a disk, on theirs.
   * @param expectedBytes how much room is kept for it; what is written by `Draft.write` may become more
   * @throws AppError storage_full
   */
  draft(expectedBytes: number): Promise<Draft>;
  /** The file in which the bytes of an upload in parts are collected. @param id of the upload; made here, never sent */
  partialPath(id: string): string;
  /** The same for bytes that come now, whose room was kept when they were announced. */
  partialDraft(id: string): Promise<Draft>;
  /** Removes what came of such uploads and was not written for this long. */
  sweepPartial(olderThanMs: number): Promise<number>;
  /** Removes temporary files not written for this long: aborted or killed uploads left them. */
  sweepTemporary(olderThanMs: number): Promise<number>;
  /** @throws AppError storage_unavailable when the whole store is away, so that no file of it can be found */
  requireReadable(): Promise<void>;
  /** @throws AppError storage_full below the floor of free space, storage_unavailable when it cannot be written */
  requireWritableWithFreeSpace(): Promise<void>;
}

/** A stored original and its length as it came. */
export type StoredOriginal = { original_key: string; bytes: number };

/**
 * Looks at the length before an original is read: a disk may have cut it, and decoders make up what is missing.
 * @throws StoredFileMissing
 * @throws StoredFileCut when the file has another length
 */
export async function requireWhole(
  store: Pick<PhotoStore, 'stat'>,
  { original_key, bytes }: StoredOriginal,
): Promise<void> {
  const stat = await store.stat(original_key);
  if (!stat) throw new StoredFileMissing(original_key);
  if (stat.bytes !== bytes) throw new StoredFileCut(original_key, stat.bytes, bytes);
}

/** As `withLocalFile` of the store, once `requireWhole` has looked at it. */
export async function withWholeOriginal<T>(
  store: PhotoStore,
  original: StoredOriginal,
  work: (path: string) => Promise<T>,
): Promise<T> {
  await requireWhole(store, original);
  return store.withLocalFile(original.original_key, work);
}

/** A stored file has another length than the file that came. */
export class StoredFileCut extends Error {
  override name = 'StoredFileCut';

  constructor(key: string, is: number, was: number) {
    super(`The stored file ${key} has ${is} bytes of ${was}`);
  }
}

/** The database names a file that the store does not have. */
export class StoredFileMissing extends Error {
  override name = 'StoredFileMissing';

  constructor(key: string) {
    super(`There is no stored file ${key}`);
  }
}
