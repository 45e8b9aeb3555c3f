/**
 * `npm run restore -- <folder>` puts a backup into an empty installation: a new DATA_DIR, with DATABASE_URL also an empty
 * database. It does not matter from which kind of database the backup was made.
 */
import { writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { BackupError } from '#server/backup/backup-error.ts';
import { BackupFolder, type OpenBackup } from '#server/backup/backup-folder.ts';
import { describeRestore } from '#server/backup/describe-restore.ts';
import { findNewestBackup } from '#server/backup/find-newest-backup.ts';
import { erasureTables, protectingTables } from '#server/backup/repeat/repeat-decisions.ts';
import { restoreBackup } from '#server/backup/restore-backup.ts';
import { loadConfig } from '#server/config/config.ts';
import { openDatabase, pastPooler } from '#server/db/database.ts';
import { createLogger } from '#server/logger.ts';
import { openStore } from '#server/storage/open-store.ts';
import { readBackupArguments, readPassphrase } from './support/backup-arguments.ts';
import { asCommand } from './support/run-operator-command.ts';

const USAGE = 'npm run restore -- <folder of a backup> [--key-file <file>] [--as-it-was]';

await asCommand(async () => {
  const { folder, keyFile, asItWas } = readBackupArguments(process.argv.slice(2), USAGE);
  const config = loadConfig();
  const backup = await open(resolve(folder), keyFile);
  const database = await openDatabase(pastPooler(config), createLogger('error'));
  let hasOtherSecret = false;
  try {
    const store = await openStore(config.storage);
    const found = await findNewestBackup(backup, asItWas ? erasureTables : protectingTables);
    const kept = config.keptSecret ? undefined : config.jwtSecret;
    const restored = await restoreBackup(
      backup,
      { ...database, store },
      { newest: found.newest, asItWas, secret: kept },
    );
    const { secret } = restored;
    if (secret && config.keptSecret)
      await writeFile(join(config.dataDir, 'jwt-secret'), secret, { mode: 0o600 });
    hasOtherSecret = config.keptSecret ? !secret : Boolean(secret) && secret?.trim() !== config.jwtSecret;
    console.log(describeRestore(backup, found, restored, asItWas));
  } finally {
    await database.close();
  }
  if (hasOtherSecret)
    console.log(
      'The signing secret is not the one of the backup: people with two-factor authentication sign in by a recovery code, and open invitations have to be replaced before they can be shown or printed again (Manage → Invitations → Print all open slips).',
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
