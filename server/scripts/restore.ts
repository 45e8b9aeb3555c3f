/**
 * `npm run restore -- <folder>` puts a backup into an empty installation: a new DATA_DIR, with DATABASE_URL also an empty
 * database. It does not matter from which kind of database the backup was made.
 */
import { writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { BackupError } from '#server/backup/backup-error.ts';
import { BackupFolder, type OpenBackup } from '#server/backup/backup-folder.ts';
import { readNewestErasures } from '#server/backup/read-newest-erasures.ts';
import { restoreBackup } from '#server/backup/restore-backup.ts';
import { loadConfig } from '#server/config/config.ts';
import { openDatabase } from '#server/db/database.ts';
import { createLogger } from '#server/logger.ts';
import { openStore } from '#server/storage/open-store.ts';
import { readBackupArguments, readPassphrase } from './support/backup-arguments.ts';
import { asCommand } from './support/run-operator-command.ts';

const USAGE = 'npm run restore -- <folder of a backup> [--key-file <file>]';

await asCommand(async () => {
  const { folder, keyFile } = readBackupArguments(process.argv.slice(2), USAGE);
  const config = loadConfig();
  const backup = await open(resolve(folder), keyFile);
  const database = await openDatabase(config, createLogger('error'));
  let hasOtherSecret = false;
  try {
    const store = await openStore(config.storage);
    const { secret } = await restoreBackup(backup, { ...database, store }, await readNewestErasures(backup));
    if (secret && config.keptSecret)
      await writeFile(join(config.dataDir, 'jwt-secret'), secret, { mode: 0o600 });
    hasOtherSecret = config.keptSecret ? !secret : Boolean(secret) && secret?.trim() !== config.jwtSecret;
  } finally {
    await database.close();
  }
  const { created_at, originals } = backup.manifest;
  console.log(
    `Everything is as it was at ${created_at}: ${originals.files} photos. Small pictures are made anew when the server runs.`,
  );
  if (hasOtherSecret)
    console.log(
      'The signing secret is not the one of the backup: people may have to sign in anew, those with two-factor authentication by a recovery code, and open invitations have to be replaced before they can be shown or printed again (Manage → Invitations → Print all open slips).',
    );
  return 0;
});

async function open(folder: string, keyFile: string | undefined): Promise<OpenBackup> {
  if (keyFile) return BackupFolder.open(folder, await readPassphrase(keyFile));
  try {
    return await BackupFolder.open(folder);
  } catch (error) {
    if (!(error instanceof BackupError && error.needsPassphrase && process.stdin.isTTY)) throw error;
    return BackupFolder.open(folder, await readPassphrase(undefined));
  }
}
