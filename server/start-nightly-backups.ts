import { stat } from 'node:fs/promises';
import { startNightlyBackups } from './backup/nightly-backups.ts';
import { notifyBackupFailed } from './backup/notify-backup-failed.ts';
import { readKeyFile } from './backup/passphrase.ts';
import type { Config } from './config/config.ts';
import { StartError } from './config/start-error.ts';
import type { Services } from './create-services.ts';

/** Starts the backups that the server makes every day, where BACKUP_DIR is set. @throws StartError when there is no place for them, or their key file cannot be read */
export async function startConfiguredBackups(
  { ctx, installation }: Pick<Services, 'ctx' | 'installation'>,
  { dir, keyFile, ...settings }: Config['backup'],
): Promise<{ stop(): void } | undefined> {
  if (dir === undefined) return undefined;
  await requireFolder(dir);
  const passphrase = keyFile === undefined ? undefined : await readKeyFile(keyFile);
  return startNightlyBackups(installation, { ...settings, dir, passphrase }, () => notifyBackupFailed(ctx));
}

/** A folder that is not there yet is made with the first backup. */
async function requireFolder(path: string): Promise<void> {
  const found = await stat(path).catch((error: NodeJS.ErrnoException) => error);
  const isBelowFile = found instanceof Error && found.code === 'ENOTDIR';
  if (isBelowFile || (!(found instanceof Error) && !found.isDirectory()))
    throw new StartError(`BACKUP_DIR ${path} is not a folder, or lies below a file.`);
}
