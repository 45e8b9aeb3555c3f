import { randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdir, open, opendir, readdir, rm, rmdir, stat, statfs } from 'node:fs/promises';
import { basename, dirname, join, relative, sep } from 'node:path';
import type { Readable } from 'node:stream';
import { AppError } from '#server/contract/errors.ts';
import { moveDurably } from './durable-file.ts';
import { type ByteRange, type PhotoStore, type StoredFile, StoredFileMissing } from './photo-store.ts';

/** Uploads stop this far before the disk is full: the database on the same disk must never hit the wall. */
const FREE_FLOOR_BYTES = 500 * 1024 * 1024;
const FREE_FLOOR_SHARE = 0.02;
const KEY = /^(originals|renditions)(\/[a-z0-9][a-z0-9.-]*)+$/;

/** Photos as files under one folder of this machine. */
export class DiskStore implements PhotoStore {
  readonly #root: string;
  readonly #incoming: string;
  readonly #partial: string;
  readonly #freeFloor: { bytes: number; share: number };

  private constructor(root: string, freeFloor: { bytes: number; share: number }) {
    this.#root = root;
    this.#incoming = join(root, 'incoming');
    this.#partial = join(root, 'partial');
    this.#freeFloor = freeFloor;
  }

  /** @param root a folder of our own; made when absent */
  static async open(
    root: string,
    freeFloor = { bytes: FREE_FLOOR_BYTES, share: FREE_FLOOR_SHARE },
  ): Promise<DiskStore> {
    const store = new DiskStore(root, freeFloor);
    for (const folder of [store.#incoming, store.#partial])
      await mkdir(folder, { recursive: true, mode: 0o700 });
    return store;
  }

  async put(key: string, temporaryPath: string): Promise<void> {
    await mapStorageErrors(moveDurably(temporaryPath, this.#pathOf(key)));
  }

  async openRead(key: string, range?: ByteRange): Promise<Readable> {
    // Opened before the answer begins, so that a missing file is a proper error and not a broken picture.
    const file = await open(this.#pathOf(key)).catch(this.#missing(key));
    return createReadStream('', { fd: file, ...range });
  }

  async stat(key: string): Promise<StoredFile | undefined> {
    const found = await stat(this.#pathOf(key)).catch(absent);
    if (!found) await this.requireReadable();
    return found && { bytes: found.size, modifiedAt: found.mtime };
  }

  async *list(root: 'originals' | 'renditions'): AsyncGenerator<StoredFile & { key: string }> {
    const folder = await opendir(join(this.#root, root), { recursive: true }).catch(absent);
    for await (const entry of folder ?? []) {
      if (!entry.isFile()) continue;
      const path = join(entry.parentPath, entry.name);
      const found = await stat(path).catch(absent);
      const key = relative(this.#root, path).replaceAll(sep, '/');
      if (found) yield { key, bytes: found.size, modifiedAt: found.mtime };
    }
  }

  async remove(key: string): Promise<void> {
    const path = this.#pathOf(key);
    await rm(path, { force: true, recursive: true });
    // The photo's own folder goes with its last file; others still hold something.
    if (key.startsWith('renditions/')) await rmdir(dirname(path)).catch(stillInUse);
  }

  async withLocalFile<T>(key: string, work: (path: string) => Promise<T>): Promise<T> {
    const path = this.#pathOf(key);
    await stat(path).catch(this.#missing(key));
    return work(path);
  }

  temporaryPath(): string {
    return join(this.#incoming, randomUUID());
  }

  partialPath(id: string): string {
    return join(this.#partial, basename(id));
  }

  sweepTemporary(olderThanMs: number): Promise<number> {
    return this.#sweep(this.#incoming, olderThanMs);
  }

  sweepPartial(olderThanMs: number): Promise<number> {
    return this.#sweep(this.#partial, olderThanMs);
  }

  async #sweep(folder: string, olderThanMs: number): Promise<number> {
    let removed = 0;
    for (const name of await readdir(folder)) {
      const path = join(folder, name);
      const found = await stat(path).catch(absent);
      if (!found || Date.now() - found.mtimeMs < olderThanMs) continue;
      await rm(path, { recursive: true, force: true });
      removed += 1;
    }
    return removed;
  }

  async requireWritable(expectedBytes = 0): Promise<void> {
    const disk = await mapStorageErrors(statfs(this.#incoming));
    const free = disk.bavail * disk.bsize;
    const floor = Math.min(this.#freeFloor.bytes, disk.blocks * disk.bsize * this.#freeFloor.share);
    if (free - expectedBytes < floor) throw new AppError('storage_full');
    const probe = this.temporaryPath();
    await mapStorageErrors(open(probe, 'wx', 0o600).then((file) => file.close()));
    await rm(probe, { force: true });
  }

  async requireReadable(): Promise<void> {
    await mapStorageErrors(stat(this.#incoming));
  }

  /** Nothing under the key, or nothing at all: a disk that is away has lost no photo. */
  #missing(key: string): (error: NodeJS.ErrnoException) => Promise<never> {
    return async (error) => {
      if (error.code !== 'ENOENT') throw error;
      await this.requireReadable();
      throw new StoredFileMissing(key);
    };
  }

  #pathOf(key: string): string {
    if (!KEY.test(key) || key.includes('..')) throw new Error(`Not a storage key: ${key}`);
    return join(this.#root, key);
  }
}

/** A full or absent disk is an answer the user understands; anything else stays the surprise it is. */
export async function mapStorageErrors<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (cause) {
    const code = (cause as NodeJS.ErrnoException).code;
    if (code === 'ENOSPC' || code === 'EDQUOT') throw new AppError('storage_full', { cause });
    if (code === 'EROFS' || code === 'EACCES' || code === 'EIO' || code === 'ENOENT') {
      throw new AppError('storage_unavailable', { cause });
    }
    throw cause;
  }
}

function absent(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error;
}

function stillInUse(error: NodeJS.ErrnoException): void {
  if (!['ENOTEMPTY', 'EEXIST', 'ENOENT'].includes(error.code ?? '')) throw error;
}
