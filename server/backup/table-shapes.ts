import { sql, type Transaction } from 'kysely';
import type { DB } from '#server/db/tables.ts';

/** The migrator's own tables: a restore fills them by migrating. */
const MIGRATOR_TABLES = ['kysely_migration', 'kysely_migration_lock'];
/** Where phones are told ends with their sessions, which a restore ends; what has changed is known until the server ends. */
const NEVER_IN_BACKUPS = ['face_change', 'web_push_device', 'web_push_evening'];

export interface TableShape {
  name: string;
  /** Without generated columns: the database computes those again. */
  columns: { name: string; type: string }[];
  /** The rows of a backup file are sorted by these columns. */
  primaryKey: string[];
}

/** The tables of the connected database as they are now, by name. Unlogged ones hold nothing worth a backup. */
export async function describeTables(trx: Transaction<DB>): Promise<TableShape[]> {
  const { rows } = await sql<{ table: string; column: string; type: string; in_key: boolean }>`
    select c.relname as "table", a.attname as "column", format_type(a.atttypid, a.atttypmod) as type,
      coalesce(a.attnum = any(i.indkey), false) as in_key
    from pg_class c
    join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
    left join pg_index i on i.indrelid = c.oid and i.indisprimary
    where c.relkind = 'r' and c.relpersistence = 'p' and c.relnamespace = current_schema()::regnamespace
      and c.relname <> all(${[...MIGRATOR_TABLES, ...NEVER_IN_BACKUPS]})
    order by c.relname collate "C", a.attnum`.execute(trx);
  const tables = new Map<string, TableShape>();
  for (const { table, column, type, in_key } of rows) {
    const shape = tables.get(table) ?? { name: table, columns: [], primaryKey: [] };
    shape.columns.push({ name: column, type });
    if (in_key) shape.primaryKey.push(column);
    tables.set(table, shape);
  }
  return [...tables.values()];
}

/** The migrations that the connected database has, in order. */
export async function listAppliedMigrations(trx: Transaction<DB>): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select name from kysely_migration order by name collate "C"`.execute(trx);
  return rows.map((row) => row.name);
}
