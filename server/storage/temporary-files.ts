import { randomUUID } from 'node:crypto';
import { mkdir, open, readdir, rm, stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import type { DiskRoom, Reservation } from './disk-room.ts';
import { Draft } from './draft.ts';
import { absent, mapStorageErrors } from './storage-errors.ts';

/** Files of this machine on their way into the store, which every store has: whole ones, and uploads that come in parts. */
export abstract class TemporaryFiles {
  readonly #incoming: string;
  readonly #partial: string;
  readonly #room: DiskRoom;

  /** @param root a folder of our own */
  protected constructor(root: string, room: DiskRoom) {
    this.#incoming = join(root, 'incoming');
    this.#partial = join(root, 'partial');
    this.#room = room;
  }

  protected async makeFolders(): Promise<void> {
    for (const folder of [this.#incoming, this.#partial])
      await mkdir(folder, { recursive: true, mode: 0o700 });
  }

  reserve(bytes: number): Promise<Reservation> {
    return this.#room.reserve(bytes);
  }

  async draft(expectedBytes: number): Promise<Draft> {
    return new Draft(this.#path(), await this.#room.reserve(expectedBytes));
  }

  async partialDraft(id: string): Promise<Draft> {
    return new Draft(this.partialPath(id), await this.#room.reserve(0, { isAnnounced: true }));
  }

  partialPath(id: string): string {
    return join(this.#partial, basename(id));
  }

  sweepTemporary(olderThanMs: number): Promise<number> {
    return sweepFolder(this.#incoming, olderThanMs);
  }

  sweepPartial(olderThanMs: number): Promise<number> {
    return sweepFolder(this.#partial, olderThanMs);
  }

  /** @throws AppError storage_full below the floor of free space, storage_unavailable when it cannot be written */
  async requireWritableWithFreeSpace(): Promise<void> {
    (await this.#room.reserve(0)).release();
    const probe = this.#path();
    await mapStorageErrors(open(probe, 'wx', 0o600).then((file) => file.close()));
    await rm(probe, { force: true });
  }

  async requireReadable(): Promise<void> {
    await mapStorageErrors(stat(this.#incoming));
  }

  #path(): string {
    return join(this.#incoming, randomUUID());
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
