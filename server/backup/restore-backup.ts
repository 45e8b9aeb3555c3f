import { text } from 'node:stream/consumers';
import { type Kysely, sql, type Transaction } from 'kysely';
import type { Database } from '#server/db/database.ts';
import { listMigrations, lockMigrations, migrateUpTo } from '#server/db/migrate.ts';
import type { DB } from '#server/db/tables.ts';
import {
  markUnfinishedRestore,
  UNFINISHED_RESTORE,
  unmarkUnfinishedRestore,
} from '#server/db/unfinished-restore.ts';
import { type Erasure, replayErasures } from '#server/features/erasure/replay-erasures.ts';
import { createJobQueue } from '#server/jobs/queue.ts';
import type { PhotoStore } from '#server/storage/photo-store.ts';
import { BackupError } from './backup-error.ts';
import type { BackupFolder, OpenBackup } from './backup-folder.ts';
import type { Manifest } from './backup-manifest.ts';
import { asDamage, linesOf, parseRow } from './backup-rows.ts';
import { restoreOriginals } from './restore-originals.ts';
import { restoreTables } from './restore-tables.ts';

export interface RestoreTarget extends Pick<Database, 'db' | 'withoutTimeout'> {
  store: PhotoStore;
}

/**
 * Restores a backup into an empty installation: first the originals, then all rows in one transaction, so that a restore
 * that fails or is interrupted can be repeated. Until then the installation does not start (unfinished-restore.ts).
 * @param erasures those that a newer backup lists: what was erased stays erased
 * @returns the signing secret, where the backup holds it
 * @throws BackupError when the installation is not empty, or the backup is damaged or newer than this program
 */
export async function restoreBackup(
  { folder, manifest }: OpenBackup,
  target: RestoreTarget,
  erasures: readonly Erasure[] = [],
): Promise<{ secret: string | undefined }> {
  const known = await listMigrations();
  requireKnownMigrations(manifest, known);
  await requireEmptyDatabase(target.db);
  await markUnfinishedRestore(target.db);
  const put: string[] = [];
  try {
    return await restoreMarked({ folder, manifest }, target, known, erasures, put);
  } catch (thrown) {
    const error = asDamage(thrown);
    // Refused: the installation is left as empty as before. After other failures it is to be repeated.
    if (error instanceof BackupError) {
      for (const key of put) await target.store.remove(key);
      await unmarkUnfinishedRestore(target.db);
    }
    throw error;
  }
}

async function restoreMarked(
  { folder, manifest }: OpenBackup,
  target: RestoreTarget,
  known: string[],
  erasures: readonly Erasure[],
  put: string[],
): Promise<{ secret: string | undefined }> {
  await verifyRows(folder, manifest);
  const secret = manifest.secret ? await text(folder.read(manifest.secret)) : undefined;
  await restoreOriginals(folder, manifest, target.store, put);
  await target.withoutTimeout(() =>
    target.db.transaction().execute(async (trx) => {
      await lockMigrations(trx);
      await requireEmptyDatabase(trx);
      await unmarkUnfinishedRestore(trx);
      await restoreTables(trx, folder, manifest);
      await migrateUpTo(trx, known);
      await replayErasures(trx, erasures);
      await queueRenditions(trx);
    }),
  );
  return { secret };
}

/** Reads every row before anything is made of them. @throws BackupError when one is damaged */
async function verifyRows(folder: BackupFolder, { tables }: Manifest): Promise<void> {
  for (const file of tables) {
    let rows = 0;
    for await (const line of linesOf(folder.read(file))) {
      parseRow(file.table, line);
      rows += 1;
    }
    if (rows !== file.rows) throw new BackupError(`The backup is damaged: ${file.path} lacks rows.`);
  }
}

function requireKnownMigrations({ migrations }: Manifest, known: string[]): void {
  if (migrations.some((name, index) => known[index] !== name))
    throw new BackupError(
      'This backup was made by a newer Clublens. Use that one or a newer one to restore it.',
    );
}

async function requireEmptyDatabase(db: Kysely<DB>): Promise<void> {
  const { rows } = await sql`select 1 from pg_tables
    where schemaname = current_schema() and tablename <> ${UNFINISHED_RESTORE} limit 1`.execute(db);
  if (rows.length > 0)
    throw new BackupError(
      'This installation is not empty. Restore into a new DATA_DIR, or with DATABASE_URL into an empty database.',
    );
}

/** Derived pictures are not in a backup. */
async function queueRenditions(trx: Transaction<DB>): Promise<void> {
  const photos = await trx.selectFrom('photo').select('id as photo_id').execute();
  await createJobQueue().enqueue(trx, 'regenerate-renditions', photos);
}
