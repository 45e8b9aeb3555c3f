import { createReadStream } from 'node:fs';
import { open, readdir, rm, rmdir, stat } from 'node:fs/promises';
import { dirname, join, relative, sep } from 'node:path';
import type { Readable } from 'node:stream';
import { DiskRoom } from './disk-room.ts';
import { moveDurably } from './durable-file.ts';
import { type ByteRange, type PhotoStore, type StoredFile, StoredFileMissing } from './photo-store.ts';
import { absent, mapStorageErrors } from './storage-errors.ts';
import { requireStorageKey } from './storage-keys.ts';
import { TemporaryFiles } from './temporary-files.ts';

/** At once: originals are megabytes, and are sent many in a row. */
const ORIGINAL_READ_BYTES = 256 * 1024;

/** Photos as files under one folder of this machine. */
export class DiskStore extends TemporaryFiles implements PhotoStore {
  readonly #root: string;

  private constructor(root: string, room: DiskRoom) {
    super(root, room);
    this.#root = root;
  }

  /** @param root a folder of our own; made when absent */
  static async open(root: string, room = new DiskRoom(root)): Promise<DiskStore> {
    const store = new DiskStore(root, room);
    await store.makeFolders();
    return store;
  }

  async put(key: string, temporaryPath: string): Promise<void> {
    await mapStorageErrors(moveDurably(temporaryPath, this.#pathOf(key)));
  }

  async openRead(key: string, range?: ByteRange): Promise<Readable> {
    // Opened before the answer begins, so that a missing file is a proper error and not a broken picture.
    const file = await open(this.#pathOf(key)).catch(this.#missing(key));
    return createReadStream('', {
      fd: file,
      ...range,
      ...(key.startsWith('originals/') && { highWaterMark: ORIGINAL_READ_BYTES }),
    });
  }

  async stat(key: string): Promise<StoredFile | undefined> {
    const found = await stat(this.#pathOf(key)).catch(absent);
    if (!found) await this.requireReadable();
    return found && { bytes: found.size, modifiedAt: found.mtime };
  }

  async *list(root: 'originals' | 'renditions'): AsyncGenerator<StoredFile & { key: string }> {
    for await (const path of filesBelow(join(this.#root, root))) {
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

  /** Throws StoredFileMissing for a missing file, and another error where the whole folder is missing, as of an unmounted disk. */
  #missing(key: string): (error: NodeJS.ErrnoException) => Promise<never> {
    return async (error) => {
      if (error.code !== 'ENOENT') throw error;
      await this.requireReadable();
      throw new StoredFileMissing(key);
    };
  }

  #pathOf(key: string): string {
    return join(this.#root, requireStorageKey(key));
  }
}

/** Folders may vanish meanwhile: each is read when its turn comes. */
async function* filesBelow(folder: string): AsyncGenerator<string> {
  for (const entry of (await readdir(folder, { withFileTypes: true }).catch(absent)) ?? []) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) yield* filesBelow(path);
    else if (entry.isFile()) yield path;
  }
}

function stillInUse(error: NodeJS.ErrnoException): void {
  if (!['ENOTEMPTY', 'EEXIST', 'ENOENT'].includes(error.code ?? '')) throw error;
}
