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
import { createTokenSigner } from '#server/features/accounts/auth/token-signer.ts';
import { replayErasures } from '#server/features/administration/erasure/replay-erasures.ts';
import { createJobQueue } from '#server/jobs/queue.ts';
import type { PhotoStore } from '#server/storage/photo-store.ts';
import { BackupError } from './backup-error.ts';
import type { BackupFolder, OpenBackup } from './backup-folder.ts';
import type { Manifest } from './backup-manifest.ts';
import { asDamage, linesOf, parseRow } from './backup-rows.ts';
import { type RepeatedDecisions, repeatDecisions } from './repeat/repeat-decisions.ts';
import { restoreOriginals } from './restore-originals.ts';
import { restoreTables } from './restore-tables.ts';

export interface RestoreTarget extends Pick<Database, 'db' | 'withoutTimeout'> {
  store: PhotoStore;
}

export interface RestoreOptions {
  /** The newest backup of the installation, where it is newer than the one that is restored. */
  newest?: OpenBackup | undefined;
  /** Of what was decided since then, repeats erasures alone. */
  asItWas?: boolean;
  /** The signing secret that the operator keeps; that of the backup goes before it. */
  secret?: string | undefined;
  now?: Date;
}

export interface Restored {
  /** The signing secret, where the backup holds it. */
  secret: string | undefined;
  /** Undefined: there is no newer backup to repeat anything from. */
  repeated: RepeatedDecisions | undefined;
  /** Links that were switched off because no backup says what happened in the last day. */
  linksOff: number;
}

/** Of backups that are older, nobody knows which links ended since. */
const YOUNG_MS = 24 * 3_600_000;

/**
 * Restores a backup into an empty installation: first the originals, then all rows in one transaction, so that a restore
 * that fails or is interrupted can be repeated. Until then the installation does not start (unfinished-restore.ts).
 * What protects people is repeated from the newest backup, and all sessions end.
 * @throws BackupError when the installation is not empty, or the backup is damaged or newer than this program
 */
export async function restoreBackup(
  { folder, manifest }: OpenBackup,
  target: RestoreTarget,
  options: RestoreOptions = {},
): Promise<Restored> {
  const known = await listMigrations();
  requireKnownMigrations(manifest, known);
  await requireEmptyDatabase(target.db);
  await markUnfinishedRestore(target.db);
  const put: string[] = [];
  try {
    return await restoreMarked({ folder, manifest }, target, known, options, put);
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
  { newest, asItWas = false, now = new Date(), secret: kept }: RestoreOptions,
  put: string[],
): Promise<Restored> {
  await verifyRows(folder, manifest);
  const secret = manifest.secret ? await text(folder.read(manifest.secret)) : undefined;
  await restoreOriginals(folder, manifest, target.store, put);
  const key = secret?.trim() ?? kept;
  const pictureKey = key === undefined ? undefined : createTokenSigner(key).pictureKey;
  const youngest = new Date((newest ?? { manifest }).manifest.created_at);
  const knowsLinks = asItWas || now.getTime() - youngest.getTime() <= YOUNG_MS;
  const rest = await target.withoutTimeout(() =>
    target.db.transaction().execute(async (trx) => {
      await lockMigrations(trx);
      await requireEmptyDatabase(trx);
      await unmarkUnfinishedRestore(trx);
      await restoreTables(trx, folder, manifest);
      await migrateUpTo(trx, known);
      const repeated = newest && (await repeatDecisions(trx, newest, { asItWas, pictureKey, now }));
      await replayErasures(trx, repeated?.erasures, pictureKey);
      await trx.updateTable('session').set({ revoked_at: now }).where('revoked_at', 'is', null).execute();
      await trx.deleteFrom('api_key').execute();
      const linksOff = knowsLinks ? 0 : await switchLinksOff(trx);
      await queueRenditions(trx);
      return { repeated, linksOff };
    }),
  );
  return { secret, ...rest };
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

async function switchLinksOff(trx: Transaction<DB>): Promise<number> {
  const { numUpdatedRows } = await trx
    .updateTable('share_link')
    .set({ is_active: false })
    .where('is_active', '=', true)
    .executeTakeFirst();
  return Number(numUpdatedRows);
}

/** Derived pictures are not in a backup. */
async function queueRenditions(trx: Transaction<DB>): Promise<void> {
  const photos = await trx.selectFrom('photo').select('id as photo_id').execute();
  await createJobQueue().enqueue(trx, 'regenerate-renditions', photos);
}
