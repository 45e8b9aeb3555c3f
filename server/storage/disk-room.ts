import { statfs } from 'node:fs/promises';
import { AppError } from '#server/contract/app-error.ts';
import { mapStorageErrors } from './storage-errors.ts';

const MIB = 1024 * 1024;

/**
 * The free space that photos leave, in bytes: `bytes`, on smaller disks a `share` (0..1) of the disk, but not less than
 * `atLeast`.
 */
export type LeastFreeSpace = { bytes: number; share: number; atLeast: number };

/**
 * What is left is for the database, which is on the same disk: sign-ins and edits go on while photos are refused. Its write
 * log grows by 16 MiB at a time, so that less would not last on the smallest disk either.
 */
export const defaultLeastFreeSpace: LeastFreeSpace = { bytes: 500 * MIB, share: 0.02, atLeast: 64 * MIB };

type DiskSpace = { free: number; size: number };

/** In bytes. */
async function measureDisk(folder: string): Promise<DiskSpace> {
  const disk = await mapStorageErrors(statfs(folder));
  return { free: disk.bavail * disk.bsize, size: disk.blocks * disk.bsize };
}

const floorOf = ({ bytes, share, atLeast }: LeastFreeSpace, size: number): number =>
  Math.max(Math.min(bytes, size * share), atLeast);

/** Bytes of unknown number are promised this many at a time. */
const STEP = MIB;

interface Settings {
  floor: LeastFreeSpace;
  measure(folder: string): Promise<DiskSpace>;
  /** Bytes that were promised to uploads in parts, by any process, and are not written yet. */
  announced(): Promise<number>;
}

/** Promises the free space of one disk to what is about to be written, so that together it does not fall below the floor. */
export class DiskRoom {
  readonly #folder: string;
  readonly #settings: Settings;
  #promised = 0;
  #turn: Promise<unknown> = Promise.resolve();

  constructor(folder: string, settings: Partial<Settings> = {}) {
    this.#folder = folder;
    this.#settings = {
      floor: defaultLeastFreeSpace,
      measure: measureDisk,
      announced: async () => 0,
      ...settings,
    };
  }

  /**
   * Keeps room for bytes until they are written or given up.
   * @param isAnnounced they are counted by `announced` already
   * @throws AppError storage_full
   */
  async reserve(bytes: number, { isAnnounced = false } = {}): Promise<Reservation> {
    const promise = (more: number) => this.#promise(more, isAnnounced);
    await promise(bytes);
    return new Reservation(bytes, promise, (fewer) => {
      this.#promised -= fewer;
    });
  }

  /** One after the other, so that each sees what the others were promised. */
  #promise(bytes: number, isAnnounced: boolean): Promise<void> {
    const granted = this.#turn.then(async () => {
      // Read in this order: what is written in between is counted twice and not left out.
      const promised = this.#promised;
      const announced = isAnnounced ? 0 : await this.#settings.announced();
      const { free, size } = await this.#settings.measure(this.#folder);
      if (free - promised - announced - bytes < floorOf(this.#settings.floor, size))
        throw new AppError('storage_full');
      this.#promised += bytes;
    });
    this.#turn = granted.catch(() => undefined);
    return granted;
  }
}

/** Room for one file. */
export class Reservation {
  #bytes: number;
  #written = 0;
  readonly #more: (bytes: number) => Promise<void>;
  readonly #fewer: (bytes: number) => void;

  constructor(bytes: number, more: (bytes: number) => Promise<void>, fewer: (bytes: number) => void) {
    this.#bytes = bytes;
    this.#more = more;
    this.#fewer = fewer;
  }

  /** Before a file grows to this size. @throws AppError storage_full */
  async cover(bytes: number): Promise<void> {
    const missing = bytes - this.#bytes;
    if (missing <= 0) return;
    const more = Math.ceil(missing / STEP) * STEP;
    await this.#more(more);
    this.#bytes += more;
  }

  /** What is on the disk needs no promise any more. */
  wrote(bytes: number): void {
    const written = Math.min(bytes, this.#bytes);
    if (written <= this.#written) return;
    this.#fewer(written - this.#written);
    this.#written = written;
  }

  release(): void {
    this.wrote(this.#bytes);
  }
}
