import { readFile, stat } from 'node:fs/promises';
import { startNightlyBackups } from './backup/nightly-backups.ts';
import { notifyBackupFailed } from './backup/notify-backup-failed.ts';
import { SHORTEST_PASSPHRASE } from './backup/passphrase.ts';
import type { Config } from './config/config.ts';
import { StartError } from './config/start-error.ts';
import type { Services } from './create-services.ts';

/** Starts the backups that the server makes by itself. @throws StartError when there is no place for them, or their key file cannot be read */
export async function startConfiguredBackups(
  { ctx, installation }: Pick<Services, 'ctx' | 'installation'>,
  { keyFile, ...settings }: NonNullable<Config['backup']>,
): Promise<{ stop(): void }> {
  await requireFolder(settings.dir);
  const passphrase = keyFile === undefined ? undefined : await readKeyFile(keyFile);
  return startNightlyBackups(installation, { ...settings, passphrase }, () => notifyBackupFailed(ctx));
}

/** A folder that is not there yet is made with the first backup. */
async function requireFolder(path: string): Promise<void> {
  const found = await stat(path).catch((error: NodeJS.ErrnoException) => error);
  const isBelowFile = found instanceof Error && found.code === 'ENOTDIR';
  if (isBelowFile || (!(found instanceof Error) && !found.isDirectory()))
    throw new StartError(`BACKUP_DIR ${path} is not a folder, or lies below a file.`);
}

async function readKeyFile(path: string): Promise<string> {
  const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    throw new StartError(`BACKUP_KEY_FILE ${path} cannot be read (${error.code}).`);
  });
  const passphrase = text.trim();
  if (passphrase.length < SHORTEST_PASSPHRASE)
    throw new StartError(`BACKUP_KEY_FILE ${path} holds less than ${SHORTEST_PASSPHRASE} characters.`);
  return passphrase;
}
