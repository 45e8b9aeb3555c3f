import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { identifyStorage, type StorageLocation } from '#server/config/storage-location.ts';

const FILE = 'store-copy.json';

/** A file in DATA_DIR that names the place into which a copy of the photos was begun: only to this one may be added. */
export class UnfinishedCopy {
  readonly #path: string;
  readonly #place: string;

  constructor(dataDir: string, to: StorageLocation) {
    this.#path = join(dataDir, FILE);
    this.#place = identifyStorage(to);
  }

  async isRecorded(): Promise<boolean> {
    const text = await readFile(this.#path, 'utf8').catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'ENOENT') throw error;
    });
    return text !== undefined && JSON.parse(text).to === this.#place;
  }

  record(): Promise<void> {
    return writeFile(this.#path, `${JSON.stringify({ to: this.#place })}\n`, { mode: 0o600, flush: true });
  }

  forget(): Promise<void> {
    return rm(this.#path, { force: true });
  }
}
