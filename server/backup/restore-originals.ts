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
 * @param put gets the keys of those that were not there before
 * @throws BackupError when the store holds other ones, or one of the backup is damaged
 */
export async function restoreOriginals(
  folder: BackupFolder,
  { tables, originals }: Manifest,
  store: PhotoStore,
  put: string[],
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
    const draft = await store.draft(file.bytes);
    try {
      await draft.write(folder.read(file));
      await store.put(key, draft.path);
      put.push(key);
    } finally {
      await draft.discard();
    }
  });
}

async function isStored(store: PhotoStore, { key, file }: Original): Promise<boolean> {
  const found = await store.stat(key);
  return found?.bytes === file.bytes && (await checksumOf(store, key)) === file.sha256;
}
