/**
 * `npm run backup -- <folder>` writes everything into a new folder. Works beside a running server and while it is
 * stopped, with either database. `--encrypt` asks for a passphrase, `--key-file <file>` reads it.
 */
import { resolve } from 'node:path';
import { installationOf } from '#server/backup/run-backup.ts';
import { loadConfig } from '#server/config/config.ts';
import { createLogger } from '#server/logger.ts';
import { type BackupRequest, backUp } from '#server/operator/back-up.ts';
import { askRunningServer } from '#server/operator/operator-socket.ts';
import { readBackupArguments, readPassphrase } from './support/backup-arguments.ts';
import { asCommand, OperatorError, withInstallation } from './support/run-operator-command.ts';

const USAGE = 'npm run backup -- <new folder> [--encrypt | --key-file <file>]';

await asCommand(async () => {
  const { folder, encrypt, keyFile } = readBackupArguments(process.argv.slice(2), USAGE);
  const config = loadConfig();
  const passphrase = encrypt || keyFile ? await readPassphrase(keyFile, true) : undefined;
  const wanted: BackupRequest = { action: 'backup', folder: resolve(folder), passphrase };
  // The embedded database belongs to the running server, so that one is asked first.
  const answer =
    (config.databaseUrl ? undefined : await askRunningServer(config.dataDir, wanted)) ??
    (await withInstallation((database) =>
      backUp(installationOf(config, database, createLogger('error')), wanted),
    ));
  if (!answer.ok) throw new OperatorError(answer.message);
  console.log(answer.message);
  return 0;
});
