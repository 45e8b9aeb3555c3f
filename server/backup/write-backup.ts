import { type Kysely, sql, type Transaction } from 'kysely';
import type { DB } from '#server/db/tables.ts';
import type { BackupFolder, OpenBackup } from './backup-folder.ts';
import { BACKUP_FORMAT, BACKUP_VERSION, type Manifest } from './backup-manifest.ts';
import { exportTable, fixTextFormats } from './export-tables.ts';
import { copyOriginals, type OriginalsSource } from './originals.ts';
import { describeTables, listAppliedMigrations } from './table-shapes.ts';

export interface BackupSource {
  db: Kysely<DB>;
  kind: Manifest['made_from'];
  store: OriginalsSource;
  /** The signing secret, unless the operator keeps it elsewhere. */
  secret: string | undefined;
}

/** Writes a backup of one instant. On a server no query waits for it; of the embedded database it is given a copy. */
export async function writeBackup(
  source: BackupSource,
  folder: BackupFolder,
  previous?: OpenBackup,
): Promise<Manifest> {
  const rows = await source.db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute((trx) => writeTables(trx, folder));
  const originals = await copyOriginals(folder, rows.tables, source.store, previous);
  // An unencrypted backup must not let its reader sign in to the server.
  const secret =
    folder.isEncrypted && source.secret ? await folder.write('jwt-secret', [source.secret]) : null;
  const manifest: Manifest = {
    format: BACKUP_FORMAT,
    version: BACKUP_VERSION,
    made_from: source.kind,
    ...rows,
    originals,
    secret,
  };
  await folder.finish(manifest);
  return manifest;
}

async function writeTables(
  trx: Transaction<DB>,
  folder: BackupFolder,
): Promise<Pick<Manifest, 'created_at' | 'migrations' | 'tables'>> {
  await fixTextFormats(trx);
  const { rows: moments } = await sql<{ now: Date }>`select now() as now`.execute(trx);
  const migrations = await listAppliedMigrations(trx);
  const tables: Manifest['tables'] = [];
  for (const table of await describeTables(trx)) {
    let rows = 0;
    const lines = exportTable(trx, table, (count) => {
      rows += count;
    });
    const file = await folder.write(`tables/${table.name}.ndjson`, lines);
    tables.push({ table: table.name, rows, ...file });
  }
  return { created_at: moments[0]!.now.toISOString(), migrations, tables };
}
