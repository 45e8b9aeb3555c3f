import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { listBackupFolders } from '#server/backup/backup-runs.repository.ts';
import { isFinishedBackup } from './backup-folder.ts';
import { beginBackup, type FinishedBackup, type Installation } from './run-backup.ts';

/** Names of these backups, such as 2026-11-22T03-00-05Z; other folders beside them are not touched. */
const NAME = /^\d{4}-\d\d-\d\dT\d\d-\d\d-\d\dZ$/;

export interface BackupPlace {
  dir: string;
  /** How many backups are kept: the setting BACKUP_KEEP. */
  keep: number;
  passphrase: string | undefined;
  /** Only backups that this installation knows of are removed: others may keep theirs in a folder that somebody names. */
  removesOnlyOwn?: boolean;
}

/**
 * Begins a backup in a folder of its own below this one. Restoring it is tried, and after a success the oldest ones are removed.
 * @param onFailure called with the reason, in words, why there is no backup or why it could not be restored
 * @throws BackupError when another backup runs
 */
export async function beginBackupBelow(
  installation: Installation,
  place: BackupPlace,
  now: Date,
  onFailure: (reason: string) => Promise<void>,
): Promise<{ ended: Promise<void> }> {
  const { log } = installation;
  const began = performance.now();
  const folder = join(place.dir, now.toISOString().replace(/\.\d+/, '').replaceAll(':', '-'));
  const previous = (await finishedBackups(place.dir)).at(-1);
  const { ended } = await beginBackup(installation, {
    folder,
    passphrase: place.passphrase,
    previous,
    drill: true,
  });
  const finish = async ({ photos, heldMs, proof }: FinishedBackup) => {
    const ms = Math.round(performance.now() - began);
    log.info(
      { folder, photos, ms, heldMs: Math.round(heldMs), proof: proof?.error ?? 'restored' },
      'backup made',
    );
    if (proof?.error) await onFailure(proof.error);
    else await removeOldBackups(installation.db, place, folder);
  };
  const fail = async (error: Error) => {
    log.error({ err: error }, 'the backup failed');
    await onFailure(error.message);
  };
  return { ended: ended.then(finish).catch(fail) };
}

async function finishedBackups(dir: string): Promise<string[]> {
  const names = (await readdir(dir).catch((): string[] => [])).filter((name) => NAME.test(name)).sort();
  const finished = await Promise.all(names.map((name) => isFinishedBackup(join(dir, name))));
  return names.filter((_name, index) => finished[index]).map((name) => join(dir, name));
}

/** Removes all but the newest, and what interrupted ones have left. Done only after a backup was restored. */
async function removeOldBackups(
  db: Installation['db'],
  { dir, keep, removesOnlyOwn }: BackupPlace,
  made: string,
): Promise<void> {
  const own = removesOnlyOwn && new Set(await listBackupFolders(db, dir));
  const isOwn = (folder: string) => !own || own.has(folder);
  const kept = new Set([made, ...(await finishedBackups(dir)).filter(isOwn).slice(-keep)]);
  for (const name of await readdir(dir)) {
    const folder = join(dir, name);
    if (NAME.test(name) && isOwn(folder) && !kept.has(folder))
      await rm(folder, { recursive: true, force: true });
  }
}
