import { randomUUID } from 'node:crypto';
import { mkdir, open, readdir, rm, stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { defaultLeastFreeSpace, type LeastFreeSpace, requireFreeSpace } from './free-disk-space.ts';
import { absent, mapStorageErrors } from './storage-errors.ts';

/** Files of this machine on their way into the store: whole ones, and uploads that come in parts. */
export class TemporaryFiles {
  readonly #incoming: string;
  readonly #partial: string;
  readonly #leastFreeSpace: LeastFreeSpace;

  private constructor(root: string, leastFreeSpace: LeastFreeSpace) {
    this.#incoming = join(root, 'incoming');
    this.#partial = join(root, 'partial');
    this.#leastFreeSpace = leastFreeSpace;
  }

  /** @param root a folder of our own; made when absent */
  static async open(
    root: string,
    leastFreeSpace: LeastFreeSpace = defaultLeastFreeSpace,
  ): Promise<TemporaryFiles> {
    const files = new TemporaryFiles(root, leastFreeSpace);
    for (const folder of [files.#incoming, files.#partial])
      await mkdir(folder, { recursive: true, mode: 0o700 });
    return files;
  }

  path(): string {
    return join(this.#incoming, randomUUID());
  }

  partialPath(id: string): string {
    return join(this.#partial, basename(id));
  }

  sweep(olderThanMs: number): Promise<number> {
    return sweepFolder(this.#incoming, olderThanMs);
  }

  sweepPartial(olderThanMs: number): Promise<number> {
    return sweepFolder(this.#partial, olderThanMs);
  }

  /** @throws AppError storage_full below the floor of free space, storage_unavailable when it cannot be written */
  async requireWritableWithFreeSpace(expectedBytes: number): Promise<void> {
    await requireFreeSpace(this.#incoming, expectedBytes, this.#leastFreeSpace);
    const probe = this.path();
    await mapStorageErrors(open(probe, 'wx', 0o600).then((file) => file.close()));
    await rm(probe, { force: true });
  }

  async requireReadable(): Promise<void> {
    await mapStorageErrors(stat(this.#incoming));
  }
}

async function sweepFolder(folder: string, olderThanMs: number): Promise<number> {
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
