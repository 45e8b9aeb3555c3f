import { type Kysely, sql } from 'kysely';
import { exportTable, fixTextFormats } from '#server/backup/export-tables.ts';
import { describeTables } from '#server/backup/table-shapes.ts';
import type { DB } from '#server/db/tables.ts';

export interface TableSize {
  rows: number;
  /** Of the rows, those kept out of line included. */
  tableBytes: number;
  indexBytes: number;
  /** Of the rows as a backup writes them. */
  backupBytes: number;
}

/** The size of the named tables in bytes, as the database and as a backup have them. */
export async function measureTables(
  db: Kysely<DB>,
  names: readonly string[],
): Promise<Record<string, TableSize>> {
  const sizes: Record<string, TableSize> = {};
  await db.transaction().execute(async (trx) => {
    await fixTextFormats(trx);
    for (const shape of await describeTables(trx)) {
      if (!names.includes(shape.name)) continue;
      const { rows } = await sql<{ rows: number; table_bytes: number; index_bytes: number }>`
        select (select count(*)::int from ${sql.table(shape.name)}) as rows,
          pg_table_size(${shape.name}::regclass) as table_bytes, pg_indexes_size(${shape.name}::regclass) as index_bytes`.execute(
        trx,
      );
      const { rows: count = 0, table_bytes = 0, index_bytes = 0 } = rows[0] ?? {};
      let backupBytes = 0;
      for await (const text of exportTable(trx, shape)) backupBytes += Buffer.byteLength(text);
      sizes[shape.name] = { rows: count, tableBytes: table_bytes, indexBytes: index_bytes, backupBytes };
    }
  });
  return sizes;
}
