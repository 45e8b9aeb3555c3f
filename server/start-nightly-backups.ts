import { readFile } from 'node:fs/promises';
import { startNightlyBackups } from './backup/nightly-backups.ts';
import { notifyBackupFailed } from './backup/notify-backup-failed.ts';
import { SHORTEST_PASSPHRASE } from './backup/passphrase.ts';
import type { Config } from './config/config.ts';
import { StartError } from './config/start-error.ts';
import type { Services } from './create-services.ts';

/** Starts the backups that the server makes by itself. @throws StartError when their key file cannot be read */
export async function startConfiguredBackups(
  { ctx, installation }: Pick<Services, 'ctx' | 'installation'>,
  { keyFile, ...settings }: NonNullable<Config['backup']>,
): Promise<{ stop(): void }> {
  const passphrase = keyFile === undefined ? undefined : await readKeyFile(keyFile);
  return startNightlyBackups(installation, { ...settings, passphrase }, () => notifyBackupFailed(ctx));
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
