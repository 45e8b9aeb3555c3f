import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { identifyStorage, type StorageSettings } from '#server/config/storage-settings.ts';

const FILE = 'store-copy.json';

/** In DATA_DIR: into which place a copy of the photos was begun, so that only this one may be added to. */
export class UnfinishedCopy {
  readonly #path: string;
  readonly #place: string;

  constructor(dataDir: string, to: StorageSettings) {
    this.#path = join(dataDir, FILE);
    this.#place = identifyStorage(to);
  }

  async isSet(): Promise<boolean> {
    const text = await readFile(this.#path, 'utf8').catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'ENOENT') throw error;
    });
    return text !== undefined && JSON.parse(text).to === this.#place;
  }

  set(): Promise<void> {
    return writeFile(this.#path, `${JSON.stringify({ to: this.#place })}\n`, { mode: 0o600, flush: true });
  }

  clear(): Promise<void> {
    return rm(this.#path, { force: true });
  }
}
