import { forEachLimited } from '#server/storage/for-each-limited.ts';
import { type PhotoStore, StoredFileMissing } from '#server/storage/photo-store.ts';
import type { BackupFolder, OpenBackup } from './backup-folder.ts';
import type { BackupFile, Manifest } from './backup-manifest.ts';
import { linesOf, type OriginalRow, originalTables } from './backup-rows.ts';

/** How many originals are copied or linked in parallel, because small files mostly wait for the disk. */
const AT_ONCE = 8;

export type OriginalsSource = Pick<PhotoStore, 'openRead' | 'requireReadable'>;

export interface Original {
  key: string;
  /** Its path in the backup, and the length and SHA-256 it is checked against. */
  file: BackupFile;
}

/** The originals of the photos in a backup, deleted ones and those of guests that wait too, in the order of its tables. */
export async function* originalsOf(
  folder: BackupFolder,
  tables: Manifest['tables'],
): AsyncGenerator<Original> {
  for (const photos of tables.filter(({ table }) => originalTables.includes(table)))
    for await (const line of linesOf(folder.read(photos))) {
      const { original_key: key, sha256, bytes } = JSON.parse(line) as OriginalRow;
      // The name of an encrypted file must not say which picture is in it.
      const path = folder.isEncrypted ? key.replace(/[0-9a-f]{64}-/, '') : key;
      yield { key, file: { path, bytes, sha256: sha256.replace('\\x', '') } };
    }
}

/** Copies the originals into the backup; those that an earlier one has are linked to it. */
export async function copyOriginals(
  folder: BackupFolder,
  tables: Manifest['tables'],
  store: OriginalsSource,
  previous: OpenBackup | undefined,
): Promise<Manifest['originals']> {
  const outcome: Manifest['originals'] = { files: 0, bytes: 0, missing: [], damaged: [] };
  const copyAgain = new Set(previous?.manifest.originals.damaged.map(({ path }) => path));
  await forEachLimited(originalsOf(folder, tables), AT_ONCE, async ({ key, file }) => {
    const linked =
      previous && !copyAgain.has(file.path) && (await folder.link(file.path, previous.folder, file.bytes));
    if (!linked) {
      const content = await store.openRead(key).catch(missing);
      if (!content) return void outcome.missing.push(key);
      const written = await folder.write(file.path, content);
      if (written.sha256 !== file.sha256) outcome.damaged.push(written);
    }
    outcome.files += 1;
    outcome.bytes += file.bytes;
  });
  await store.requireReadable();
  return outcome;
}

function missing(error: unknown): undefined {
  if (!(error instanceof StoredFileMissing)) throw error;
}
