import { stat } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import { DataStore, Upload } from '@tus/server';
import { lifetimes } from '#server/contract/lifetimes.ts';
import type { ResumableUpload } from '#server/features/galleries/photos/resumable-uploads.repository.ts';
import type { Draft } from '#server/storage/draft.ts';

interface Uploads {
  path(id: string): string;
  insert(upload: Upload): Promise<void>;
  find(id: string): Promise<ResumableUpload>;
  remove(id: string): Promise<void>;
  /** @param received how many bytes are here */
  open(upload: ResumableUpload, received: number): Promise<Draft>;
  close(id: string, received: number): Promise<void>;
}

/** The store of the tus library: reads and writes the bytes of uploads. Rows are read by the route, which checks the rights. */
export class PartialFileStore extends DataStore {
  override extensions = ['creation', 'termination', 'expiration'];
  readonly #uploads: Uploads;

  constructor(uploads: Uploads) {
    super();
    this.#uploads = uploads;
  }

  override async create(upload: Upload): Promise<Upload> {
    await this.#uploads.insert(upload);
    return upload;
  }

  override remove(id: string): Promise<void> {
    return this.#uploads.remove(id);
  }

  /**
   * An upload that has all its bytes and is no photo yet lost the request that should have made it one. Its last byte
   * is asked for again, so that another request does.
   */
  override async getUpload(id: string): Promise<Upload> {
    const row = await this.#uploads.find(id);
    const here = await stat(this.#uploads.path(id)).then(
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

  /** Answers how many bytes are here afterwards, also when the connection ended in the middle. A photo takes no more bytes. */
  override async write(bytes: Readable, id: string, offset: number): Promise<number> {
    const upload = await this.#uploads.find(id);
    if (upload.photo_id !== null) {
      bytes.resume();
      return offset;
    }
    const draft = await this.#uploads.open(upload, offset);
    try {
      const received = offset + (await draft.write(bytes, { start: offset }));
      await this.#uploads.close(id, received);
      return received;
    } finally {
      draft.release();
    }
  }

  /** In milliseconds; older ones are removed by housekeeping, `removeOldUploads` of resumable-uploads.repository.ts. */
  override getExpiration(): number {
    return lifetimes.resumableUploadMs;
  }
}
