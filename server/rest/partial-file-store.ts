import { createWriteStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { DataStore, Upload } from '@tus/server';
import { lifetimes } from '#server/contract/lifetimes.ts';
import type { ResumableUpload } from '#server/features/photos/resumable-uploads.repository.ts';
import { mapStorageErrors } from '#server/storage/disk-store.ts';

/** Where the tus library finds and leaves the bytes of uploads. Rows are read by the route, which knows the rights. */
export class PartialFileStore extends DataStore {
  override extensions = ['creation', 'termination', 'expiration'];
  readonly #path: (id: string) => string;
  readonly #insert: (upload: Upload) => Promise<void>;
  readonly #find: (id: string) => Promise<ResumableUpload>;
  readonly #remove: (id: string) => Promise<void>;

  constructor(options: {
    path(id: string): string;
    insert(upload: Upload): Promise<void>;
    find(id: string): Promise<ResumableUpload>;
    remove(id: string): Promise<void>;
  }) {
    super();
    this.#path = options.path;
    this.#insert = options.insert;
    this.#find = options.find;
    this.#remove = options.remove;
  }

  override async create(upload: Upload): Promise<Upload> {
    await this.#insert(upload);
    return upload;
  }

  override remove(id: string): Promise<void> {
    return this.#remove(id);
  }

  /**
   * An upload that has all its bytes and is no photo yet lost the request that should have made it one. Its last byte
   * is asked for again, so that another request does.
   */
  override async getUpload(id: string): Promise<Upload> {
    const row = await this.#find(id);
    const here = await stat(this.#path(id)).then(
      ({ size }) => size,
      () => 0,
    );
    return new Upload({
      id,
      size: row.bytes,
      offset: row.photo_id ? row.bytes : Math.min(here, row.bytes - 1),
      creation_date: row.created_at.toISOString(),
    });
  }

  /** Answers how many bytes are here afterwards, also when the connection ended in the middle. */
  override async write(bytes: Readable, id: string, offset: number): Promise<number> {
    const file = createWriteStream(this.#path(id), {
      flags: offset === 0 ? 'w' : 'r+',
      start: offset,
      mode: 0o600,
    });
    await mapStorageErrors(pipeline(bytes, file));
    return offset + file.bytesWritten;
  }

  override getExpiration(): number {
    return lifetimes.resumableUploadMs;
  }
}
