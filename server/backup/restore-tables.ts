import type { Transaction } from 'kysely';
import { migrateUpTo } from '#server/db/migrate.ts';
import type { DB } from '#server/db/tables.ts';
import { BackupError } from './backup-error.ts';
import type { BackupFolder } from './backup-folder.ts';
import type { Manifest } from './backup-manifest.ts';
import { linesOf } from './backup-rows.ts';
import { fixTextFormats } from './export-tables.ts';
import { clearTables, importTable, withoutForeignKeysAndTriggers } from './import-tables.ts';
import { describeTables } from './table-shapes.ts';

/** The rows of a backup in the schema they were written from, in an empty database. */
export async function restoreTables(
  trx: Transaction<DB>,
  folder: BackupFolder,
  manifest: Manifest,
): Promise<void> {
  await fixTextFormats(trx);
  await migrateUpTo(trx, manifest.migrations);
  const shapes = await describeTables(trx);
  const files = new Map(manifest.tables.map((file) => [file.table, file]));
  if (manifest.tables.length !== shapes.length || shapes.some(({ name }) => !files.has(name)))
    throw new BackupError('The tables of this backup are not those of its migrations.');
  await withoutForeignKeysAndTriggers(trx, async () => {
    await clearTables(trx, shapes);
    for (const shape of shapes) {
      const file = files.get(shape.name)!;
      const rows = await importTable(trx, shape, linesOf(folder.read(file)));
      if (rows !== file.rows) throw new BackupError(`The backup is damaged: ${file.path} lacks rows.`);
    }
  });
}
