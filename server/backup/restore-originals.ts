import { createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { checksumOf } from '#server/storage/checksum-of.ts';
import { forEachLimited } from '#server/storage/for-each-limited.ts';
import type { PhotoStore } from '#server/storage/photo-store.ts';
import { BackupError } from './backup-error.ts';
import type { BackupFolder } from './backup-folder.ts';
import type { Manifest } from './backup-manifest.ts';
import { type Original, originalsOf } from './originals.ts';

const AT_ONCE = 4;

/**
 * Puts the originals of a backup into the store. Those an interrupted restore has put there stay.
 * @throws BackupError when the store holds other ones, or one of the backup is damaged
 */
export async function restoreOriginals(
  folder: BackupFolder,
  { tables, originals }: Manifest,
  store: PhotoStore,
): Promise<void> {
  const present = new Set<string>();
  for await (const { key } of store.list('originals')) present.add(key);
  if (present.size > 0) {
    for await (const { key } of originalsOf(folder, tables)) present.delete(key);
    if (present.size > 0)
      throw new BackupError('DATA_DIR holds photos that are not in this backup. Restore into an empty one.');
  }
  const missing = new Set(originals.missing);
  const damaged = new Map(originals.damaged.map((file) => [file.path, file]));
  await forEachLimited(originalsOf(folder, tables), AT_ONCE, async ({ key, file: uploaded }) => {
    const file = damaged.get(uploaded.path) ?? uploaded;
    if (missing.has(key) || (await isStored(store, { key, file }))) return;
    const path = store.temporaryPath();
    try {
      await pipeline(Readable.from(folder.read(file)), createWriteStream(path, { mode: 0o600 }));
      await store.put(key, path);
    } catch (error) {
      await rm(path, { force: true });
      throw error;
    }
  });
}

async function isStored(store: PhotoStore, { key, file }: Original): Promise<boolean> {
  const found = await store.stat(key);
  return found?.bytes === file.bytes && (await checksumOf(store, key)) === file.sha256;
}
