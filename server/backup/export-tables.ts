import { type RawBuilder, sql, type Transaction } from 'kysely';
import type { DB } from '#server/db/tables.ts';
import type { TableShape } from './table-shapes.ts';

/** A row with an embedding has 6 kB. */
const ROWS_PER_FETCH = 40;

/**
 * Values are written as the database writes them, so that each comes back exactly: timestamps to the microsecond, floats
 * with the digits they need.
 */
export async function fixTextFormats(trx: Transaction<DB>): Promise<void> {
  await sql`select set_config(name, value, true) from (values ('datestyle', 'ISO, YMD'), ('timezone', 'UTC'),
    ('intervalstyle', 'postgres'), ('bytea_output', 'hex'), ('extra_float_digits', '1'), ('statement_timeout', '0'),
    ('idle_in_transaction_session_timeout', '0')) as settings (name, value)`.execute(trx);
}

/** The rows of a table as NDJSON, some at a time, in the order of the primary key. Null is a missing name. */
export async function* exportTable(
  trx: Transaction<DB>,
  table: TableShape,
  counted: (rows: number) => void = () => undefined,
): AsyncGenerator<string> {
  const members = table.columns.map((column) => jsonMember(column));
  const order = table.primaryKey.map((name) => orderBy(table, name));
  await sql`declare exported_rows no scroll cursor for
    select concat('{', concat_ws(',', ${sql.join(members)}), '}') as line
    from ${sql.table(table.name)} ${order.length > 0 ? sql`order by ${sql.join(order)}` : sql``}`.execute(
    trx,
  );
  for (;;) {
    const { rows } = await sql<{ line: string }>`
      fetch forward ${sql.lit(ROWS_PER_FETCH)} from exported_rows`.execute(trx);
    if (rows.length > 0) yield rows.map((row) => `${row.line}\n`).join('');
    counted(rows.length);
    if (rows.length < ROWS_PER_FETCH) break;
  }
  await sql`close exported_rows`.execute(trx);
}

/** `"name": value`, or null for null, which concat_ws leaves out. */
function jsonMember({ name, type }: TableShape['columns'][number]): RawBuilder<string> {
  const column = sql.ref(name);
  const label = sql.lit(`${JSON.stringify(name)}:`);
  switch (type) {
    case 'boolean':
    case 'smallint':
    case 'integer':
    case 'bigint':
    case 'jsonb':
      return sql`${label} || ${column}::text`;
    case 'real':
    case 'double precision': // to_json puts infinity and NaN, which JSON does not have, in quotes
      return sql`${label} || to_json(${column})::text`;
    default:
      return sql`${label} || to_json(${column}::text)::text`;
  }
}

/** The same order everywhere: texts by their bytes and not by the server's language. */
function orderBy(table: TableShape, name: string): RawBuilder<unknown> {
  const type = table.columns.find((column) => column.name === name)?.type;
  return type === 'text' ? sql`${sql.ref(name)} collate "C"` : sql`${sql.ref(name)}`;
}
