import { mkdtemp, realpath, rmdir, stat } from 'node:fs/promises';
import { isAbsolute, join, relative, sep } from 'node:path';
import type { Needs } from '#server/app-context.ts';
import type { Config } from '#server/config/config.ts';
import { AppError } from '#server/contract/app-error.ts';
import { type Actor, recordAudit } from '#server/features/platform/audit/record-audit.ts';
import { BackupError } from './backup-error.ts';
import { beginBackupBelow } from './begin-backup-below.ts';
import { readKeyFile } from './passphrase.ts';
import type { Installation } from './run-backup.ts';

/** Makes backups when an administrator asks for one. */
export interface BackupMaker {
  /** Folders of the server, in which no backup is kept. */
  ownFolders: readonly string[];
  /** Answers when the backup has begun. @throws BackupError when another one runs */
  begin(dir: string): Promise<void>;
}

declare module '#server/app-context.ts' {
  interface AppContext {
    backupMaker: BackupMaker;
  }
}

export const createBackupMaker = (
  installation: Installation,
  { dir: configured, keep, keyFile }: Config['backup'],
  ownFolders: readonly string[],
  onFailure: () => Promise<void>,
): BackupMaker => ({
  ownFolders,
  begin: async (dir) => {
    const passphrase = keyFile === undefined ? undefined : await readKeyFile(keyFile);
    const place = { dir, keep, passphrase, removesOnlyOwn: dir !== configured };
    await beginBackupBelow(installation, place, new Date(), onFailure);
  },
});

/**
 * Begins a backup in BACKUP_DIR or, where it is not set, in the folder that the administrator names.
 * @throws AppError backup_folder_unusable, backup_folder_own, backup_folder_read_only, backup_running
 */
export async function backUpNow(
  { db, backup, backupMaker, viewer }: Needs<'db' | 'backup' | 'backupMaker'> & { viewer: Actor },
  folder: string | undefined,
): Promise<void> {
  const dir = backup.dir ?? (await requireUsable(folder ?? '', backupMaker.ownFolders));
  await backupMaker.begin(dir).catch((error: Error) => {
    if (error instanceof BackupError && error.isAnotherRunning) throw new AppError('backup_running');
    throw error;
  });
  await db.transaction().execute((trx) =>
    recordAudit(trx, viewer, {
      action: 'backup.begin',
      target: { kind: 'backup', id: null, name: dir },
    }),
  );
}

/** A folder that is there and can be written, outside those of the server: what lies in these may be served, or read as photos. */
async function requireUsable(folder: string, ownFolders: readonly string[]): Promise<string> {
  const refused = (code: 'backup_folder_unusable' | 'backup_folder_read_only') => (cause: unknown) => {
    throw new AppError(code, { cause });
  };
  const dir = isAbsolute(folder)
    ? await realpath(folder).catch(refused('backup_folder_unusable'))
    : undefined;
  if (dir === undefined || !(await stat(dir)).isDirectory()) throw new AppError('backup_folder_unusable');
  for (const own of ownFolders)
    if (isBelow(dir, await realpath(own).catch(() => own))) throw new AppError('backup_folder_own');
  await rmdir(await mkdtemp(join(dir, 'clublens-')).catch(refused('backup_folder_read_only')));
  return dir;
}

function isBelow(path: string, folder: string): boolean {
  const way = relative(folder, path);
  return way === '' || (!isAbsolute(way) && way !== '..' && !way.startsWith(`..${sep}`));
}
