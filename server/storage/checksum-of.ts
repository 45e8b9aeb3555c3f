import { createHash } from 'node:crypto';
import { pipeline } from 'node:stream/promises';
import type { PhotoStore } from './photo-store.ts';

/** SHA-256 of a stored file, in hexadecimal digits. @throws StoredFileMissing */
export async function checksumOf(store: Pick<PhotoStore, 'openRead'>, key: string): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(await store.openRead(key), hash);
  return hash.digest('hex');
}
