/** The process in which a backup is written, or restored on trial; see run-backup.ts. */
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Imaging } from '#ml/index.ts';
import { openDatabase } from '#server/db/database.ts';
import { createLogger } from '#server/logger.ts';
import { openStore } from '#server/storage/open-store.ts';
import { BackupError } from './backup-error.ts';
import { BackupFolder, type OpenBackup } from './backup-folder.ts';
import type { BackupOutcome, BackupTask, FromBackupProcess } from './backup-messages.ts';
import { openCopiedDatabase } from './open-copied-database.ts';
import { verifyBackupByRestoring } from './verify-backup-by-restoring.ts';
import { writeBackup } from './write-backup.ts';

/** Originals were accepted under the MAX_MEGAPIXELS of their time, which may have been higher than today's. */
const MOST_PIXELS = 1e9;

process.once('disconnect', () => process.exit(1)); // the server is gone
process.once('message', async (task: BackupTask) => {
  const answer = await (task.step === 'write' ? write(task) : drill(task)).then(
    (outcome): FromBackupProcess => ({ outcome }),
    (error: Error): FromBackupProcess => ({
      error: error.message,
      isForeseen: error instanceof BackupError,
    }),
  );
  process.send?.(answer, () => process.exit(0));
});

async function write(task: BackupTask): Promise<BackupOutcome> {
  const previous = task.previous === undefined ? undefined : await openPrevious(task.previous, task);
  const folder = await BackupFolder.create(task.folder, task.passphrase, previous?.folder);
  const database =
    task.kind === 'embedded'
      ? await openCopiedDatabase(task.dataDir)
      : await openDatabase(task, createLogger('error'));
  try {
    const store = await openStore(task.storage);
    const { created_at, tables, originals } = await writeBackup(
      { ...task, ...database, store },
      folder,
      previous,
    );
    return {
      createdAt: created_at,
      rows: tables.reduce((sum, { rows }) => sum + rows, 0),
      photos: originals.files,
      bytes: originals.bytes,
      missing: originals.missing.length,
      damaged: originals.damaged.length,
    };
  } finally {
    await database.close();
  }
}

/** An earlier backup that cannot be opened, for example with another passphrase, saves no work and does no harm. */
async function openPrevious(path: string, { passphrase }: BackupTask): Promise<OpenBackup | undefined> {
  try {
    return await BackupFolder.open(path, passphrase);
  } catch (error) {
    if (error instanceof BackupError) return undefined;
    throw error;
  }
}

async function drill({ folder, passphrase, dataDir }: BackupTask): Promise<null> {
  // Decoders are loaded when the database is closed, so that memory never holds both.
  let imaging: Imaging | undefined;
  try {
    await verifyBackupByRestoring(await BackupFolder.open(folder, passphrase), dataDir, async (source) => {
      imaging ??= (await import('#ml/index.ts')).createImaging({ processes: 1 });
      const path = join(dataDir, 'small.jpg');
      await imaging.makeRenditions({
        source,
        renditions: { small: { path, longSide: 320 } },
        maxPixels: MOST_PIXELS,
      });
      await rm(path);
    });
    return null;
  } finally {
    await imaging?.close();
  }
}
