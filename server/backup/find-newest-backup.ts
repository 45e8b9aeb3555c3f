import { readdir } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { BackupError } from './backup-error.ts';
import { isFinishedBackup, type OpenBackup } from './backup-folder.ts';
import { asDamage, linesOf, parseRow } from './backup-rows.ts';

export interface NewestBackup {
  /** Undefined: the backup that is restored is the newest. */
  newest: OpenBackup | undefined;
  /** Names of folders with a backup that is damaged, or that the passphrase does not open; it may be newer. */
  unreadable: string[];
}

/** The newest backup of the same installation in the folders beside this one, if it is newer and can be read. */
export async function findNewestBackup(backup: OpenBackup, tables: readonly string[]): Promise<NewestBackup> {
  const parent = dirname(backup.folder.path);
  const unreadable: string[] = [];
  const newer: OpenBackup[] = [];
  for (const entry of await readdir(parent, { withFileTypes: true })) {
    const path = join(parent, entry.name);
    if (!entry.isDirectory() || path === backup.folder.path || !(await isFinishedBackup(path))) continue;
    const other = await backup.folder.openOther(path);
    if (!other) unreadable.push(entry.name);
    else if (other.manifest.created_at > backup.manifest.created_at) newer.push(other);
  }
  newer.sort((one, other) => (one.manifest.created_at < other.manifest.created_at ? 1 : -1));
  const own = newer.length > 0 ? await readIdentity(backup) : new Set();
  for (const candidate of newer)
    try {
      const theirs = await readIdentity(candidate);
      if (![...theirs].some((id) => own.has(id))) continue;
      for (const table of tables) await readRows(candidate, table, () => undefined);
      return { newest: candidate, unreadable };
    } catch (error) {
      if (!(asDamage(error) instanceof BackupError)) throw error;
      unreadable.push(basename(candidate.folder.path));
    }
  return { newest: undefined, unreadable };
}

/** Ids of accounts and clubs, which two installations never have in common. */
async function readIdentity(backup: OpenBackup): Promise<Set<unknown>> {
  const ids = new Set<unknown>();
  for (const table of ['app_user', 'club']) await readRows(backup, table, ({ id }) => ids.add(id));
  return ids;
}

/** Reads a table to its end, which compares it with the manifest. */
async function readRows(
  { folder, manifest }: OpenBackup,
  table: string,
  take: (row: Record<string, unknown>) => void,
): Promise<void> {
  const file = manifest.tables.find((written) => written.table === table);
  if (file) for await (const line of linesOf(folder.read(file))) take(parseRow(table, line));
}
