/** Restores a backup until the first original is to be stored, says so, and waits to be killed. Arguments: data folder, backup. */
import { join } from 'node:path';
import { BackupFolder } from '#server/backup/backup-folder.ts';
import { restoreBackup } from '#server/backup/restore-backup.ts';
import { openDatabase } from '#server/db/database.ts';
import { createLogger } from '#server/logger.ts';
import { DiskStore } from '#server/storage/disk-store.ts';
import { storeWithPut } from '#tests/support/store-with-put.ts';

const [dataDir = '', folder = ''] = process.argv.slice(2);
const database = await openDatabase({ dataDir, databaseUrl: undefined }, createLogger('silent'));
const store = await DiskStore.open(join(dataDir, 'photos'));
const hanging = storeWithPut(store, () => {
  console.log('restoring');
  return new Promise(() => {});
});
setInterval(() => {}, 1_000);
await restoreBackup(await BackupFolder.open(folder), { ...database, store: hanging });
