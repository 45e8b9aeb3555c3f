import { createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Reservation } from './disk-room.ts';
import { mapStorageErrors } from './storage-errors.ts';

/** How large a copy of a picture may become, in bytes: one that is encoded anew is mostly smaller than this. */
export const bytesOfCopy = (bytes: number): number => 2 * bytes;

interface WriteOptions {
  /** Where in the file; without it the file is new. */
  start?: number;
  /** Waits until the bytes have reached the disk. */
  flush?: boolean;
  /** Sees the bytes before they are written; may throw to end it. */
  onChunk?: (chunk: Uint8Array) => void;
}

/** A file of this machine on its way into the store, with the room that is kept for it on the disk. */
export class Draft {
  readonly path: string;
  readonly #room: Reservation;

  constructor(path: string, room: Reservation) {
    this.path = path;
    this.#room = room;
  }

  /**
   * Writes what comes, as far as there is room.
   * @returns how many bytes came
   * @throws AppError storage_full; what was written so far stays
   */
  async write(
    source: Readable | AsyncIterable<Uint8Array>,
    { start, flush = false, onChunk }: WriteOptions = {},
  ): Promise<number> {
    const room = this.#room;
    const file = createWriteStream(this.path, {
      flags: start === undefined ? 'wx' : start === 0 ? 'w' : 'r+',
      start: start ?? 0,
      mode: 0o600,
      flush,
    });
    // A source that fails at once fails before the file is made: whoever removes it has to come after that.
    const isClosed = new Promise<void>((resolve) => file.once('close', resolve));
    async function* covered(chunks: AsyncIterable<Uint8Array>) {
      let bytes = 0;
      for await (const chunk of chunks) {
        room.wrote(file.bytesWritten);
        onChunk?.(chunk);
        bytes += chunk.length;
        await room.cover(bytes);
        yield chunk;
      }
    }
    await mapStorageErrors(pipeline(source, covered, file).finally(() => isClosed));
    room.wrote(file.bytesWritten);
    return file.bytesWritten;
  }

  /** Gives back the room that was not used. The file stays. */
  release(): void {
    this.#room.release();
  }

  async discard(): Promise<void> {
    await rm(this.path, { force: true });
    this.#room.release();
  }
}
