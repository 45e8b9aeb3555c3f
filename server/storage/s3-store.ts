import { rm } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import {
  DeleteObjectCommand,
  HeadBucketCommand,
  HeadObjectCommand,
  paginateListObjectsV2,
  type S3Client,
} from '@aws-sdk/client-s3';
import { StartError } from '#server/config/start-error.ts';
import type { S3Settings } from '#server/config/storage-location.ts';
import { DiskRoom } from './disk-room.ts';
import { type ByteRange, type PhotoStore, type StoredFile, StoredFileMissing } from './photo-store.ts';
import { createS3Client } from './s3-client.ts';
import { asStorageError, isNotFound, mapS3Errors, statusOf } from './s3-errors.ts';
import { putFile } from './s3-put.ts';
import { readObject } from './s3-read.ts';
import { abortUnfinishedUploads } from './s3-unfinished-uploads.ts';
import { mapStorageErrors } from './storage-errors.ts';
import { requireStorageKey } from './storage-keys.ts';
import { TemporaryFiles } from './temporary-files.ts';

/** Photos as objects of one bucket. Files on their way in, also uploads in parts, lie on this machine. */
export class S3Store extends TemporaryFiles implements PhotoStore {
  readonly #client: S3Client;
  readonly #bucket: string;
  readonly #prefix: string;

  private constructor(folder: string, settings: S3Settings, room: DiskRoom) {
    super(folder, room);
    this.#client = createS3Client(settings);
    this.#bucket = settings.bucket;
    this.#prefix = settings.prefix;
  }

  /**
   * @param folder for files on their way in; made when absent
   * @throws StartError when the service refuses the keys or has no such bucket; one that is away may come back
   */
  static async open(folder: string, settings: S3Settings, room = new DiskRoom(folder)): Promise<S3Store> {
    const store = new S3Store(folder, settings, room);
    await store.makeFolders();
    await store.#client.send(new HeadBucketCommand({ Bucket: store.#bucket })).catch((error: unknown) => {
      const refusal = explainRefusal(statusOf(error));
      if (refusal) throw new StartError(`STORAGE_URL: ${refusal}`);
    });
    return store;
  }

  async put(key: string, temporaryPath: string): Promise<void> {
    const target = this.#targetOf(key);
    await mapS3Errors(mapStorageErrors(putFile(this.#client, target, temporaryPath)));
    await rm(temporaryPath, { force: true });
  }

  async openRead(key: string, range?: ByteRange): Promise<Readable> {
    const target = this.#targetOf(key);
    try {
      return await readObject(this.#client, target, range);
    } catch (error) {
      if (!isNotFound(error)) throw asStorageError(error);
      await this.requireReadable();
      throw new StoredFileMissing(key);
    }
  }

  async stat(key: string): Promise<StoredFile | undefined> {
    const target = this.#targetOf(key);
    try {
      const found = await this.#client.send(new HeadObjectCommand(target));
      return {
        bytes: found.ContentLength ?? 0,
        modifiedAt: found.LastModified ?? new Date(0),
        sha256: found.Metadata?.sha256,
      };
    } catch (error) {
      if (!isNotFound(error)) throw asStorageError(error);
      await this.requireReadable();
    }
  }

  async *list(root: 'originals' | 'renditions'): AsyncGenerator<StoredFile & { key: string }> {
    yield* this.#listBelow(`${root}/`);
  }

  async remove(key: string): Promise<void> {
    const target = this.#targetOf(key);
    await mapS3Errors(this.#client.send(new DeleteObjectCommand(target)));
    if (namesFile(key)) return;
    for await (const found of this.#listBelow(`${key}/`)) {
      const below = this.#targetOf(found.key);
      await mapS3Errors(this.#client.send(new DeleteObjectCommand(below)));
    }
  }

  /** The file is fetched for the work and removed afterwards. */
  async withLocalFile<T>(key: string, work: (path: string) => Promise<T>): Promise<T> {
    const draft = await this.draft(0);
    try {
      await mapS3Errors(draft.write(await this.openRead(key)));
      return await work(draft.path);
    } finally {
      await draft.discard();
    }
  }

  override async sweepTemporary(olderThanMs: number): Promise<number> {
    await abortUnfinishedUploads(this.#client, this.#bucket, this.#prefix);
    return super.sweepTemporary(olderThanMs);
  }

  override async requireWritableWithFreeSpace(): Promise<void> {
    await super.requireWritableWithFreeSpace();
    await this.requireReadable();
  }

  override async requireReadable(): Promise<void> {
    await mapS3Errors(this.#client.send(new HeadBucketCommand({ Bucket: this.#bucket })));
  }

  async *#listBelow(start: string): AsyncGenerator<StoredFile & { key: string }> {
    const wanted = { Bucket: this.#bucket, Prefix: this.#prefix + start };
    const pages = paginateListObjectsV2({ client: this.#client }, wanted)[Symbol.asyncIterator]();
    for (;;) {
      const page = await mapS3Errors(pages.next());
      if (page.done) return;
      for (const { Key = '', Size, LastModified } of page.value.Contents ?? []) {
        const key = Key.slice(this.#prefix.length);
        yield { key, bytes: Size ?? 0, modifiedAt: LastModified ?? new Date(0) };
      }
    }
  }

  #targetOf(key: string): { Bucket: string; Key: string } {
    return { Bucket: this.#bucket, Key: this.#prefix + requireStorageKey(key) };
  }
}

/** Originals and renditions have an ending, folders have none. */
const namesFile = (key: string) => /\.[^/]*$/.test(key);

function explainRefusal(status: number | undefined): string | undefined {
  if (status === 404) return 'the service has no bucket of this name.';
  if (status === 401 || status === 403)
    return 'the service refuses these keys for this bucket. They need ListBucket, GetObject, PutObject and DeleteObject.';
  if (status !== undefined && status >= 300 && status < 400)
    return 'the bucket is in another region, or behind another endpoint.';
}
