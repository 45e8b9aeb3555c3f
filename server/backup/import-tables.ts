import { type RawBuilder, sql, type Transaction } from 'kysely';
import type { DB } from '#server/db/tables.ts';
import type { TableShape } from './table-shapes.ts';
import { encodeVectorArray } from './vector-array.ts';

/** Rows are sent to the database in statements of about this size. */
const CHARACTERS_PER_STATEMENT = 100_000;

/**
 * Runs the work without foreign keys and puts them back afterwards, which checks every reference; and without triggers:
 * what they would write is in the backup.
 */
export async function withoutForeignKeysAndTriggers(
  trx: Transaction<DB>,
  work: () => Promise<void>,
): Promise<void> {
  const { rows } = await sql<{ table: string; name: string; definition: string }>`
    select t.relname as "table", c.conname as name, pg_get_constraintdef(c.oid) as definition
    from pg_constraint c join pg_class t on t.oid = c.conrelid
    where c.contype = 'f' and c.connamespace = current_schema()::regnamespace`.execute(trx);
  for (const { table, name } of rows)
    await sql`alter table ${sql.table(table)} drop constraint ${sql.ref(name)}`.execute(trx);
  const withTriggers = await listTablesWithTriggers(trx);
  for (const table of withTriggers)
    await sql`alter table ${sql.table(table)} disable trigger user`.execute(trx);
  await work();
  for (const table of withTriggers)
    await sql`alter table ${sql.table(table)} enable trigger user`.execute(trx);
  for (const { table, name, definition } of rows)
    await sql`alter table ${sql.table(table)} add constraint ${sql.ref(name)} ${sql.raw(definition)}`.execute(
      trx,
    );
}

async function listTablesWithTriggers(trx: Transaction<DB>): Promise<string[]> {
  const { rows } = await sql<{ table: string }>`
    select distinct t.relname as "table" from pg_trigger g join pg_class t on t.oid = g.tgrelid
    where not g.tgisinternal and t.relnamespace = current_schema()::regnamespace`.execute(trx);
  return rows.map((row) => row.table);
}

/** Migrations fill some tables; a backup holds what these had become. */
export async function clearTables(trx: Transaction<DB>, tables: TableShape[]): Promise<void> {
  await sql`truncate ${sql.join(tables.map(({ name }) => sql.table(name)))}`.execute(trx);
}

/** Inserts lines as exportTable wrote them; answers how many there were. */
export async function importTable(
  trx: Transaction<DB>,
  table: TableShape,
  lines: AsyncIterable<string>,
): Promise<number> {
  const columns = sql.join(table.columns.map(({ name }) => sql.ref(name)));
  // Each row is parsed once: `line ->> name` would parse it again for each column.
  const fields = sql.join(table.columns.map(({ name, type }) => sql`${sql.ref(name)} ${fieldType(type)}`));
  const values = sql.join(table.columns.map((column) => importedValue(column)));
  const vectors = table.columns.filter(({ type }) => isVector(type));
  const vectorOid = vectors.length > 0 ? await oidOfVector(trx) : 0;
  const insert = async (batch: string[]) => {
    const rows = vectors.length > 0 ? batch.map((line) => JSON.parse(line) as Record<string, string>) : [];
    const arrays = vectors.map(({ name }) => {
      const encoded = encodeVectorArray(
        rows.map((row) => row[name]),
        vectorOid,
      );
      return sql`${encoded}::vector[] as ${sql.ref(`all ${name}`)}`;
    });
    await sql`
      insert into ${sql.table(table.name)} (${columns}) overriding system value
      select ${values}
      from (select ${sql.join([sql`1 as one`, ...arrays])}) as vectors,
        json_array_elements(${`[${batch.join(',')}]`}::json) with ordinality as lines (line, number),
        json_to_record(line) as fields (${fields})`.execute(trx);
  };
  let count = 0;
  let batch: string[] = [];
  let characters = 0;
  for await (const line of lines) {
    batch.push(line);
    count += 1;
    characters += line.length;
    if (characters < CHARACTERS_PER_STATEMENT) continue;
    await insert(batch);
    batch = [];
    characters = 0;
  }
  if (batch.length > 0) await insert(batch);
  return count;
}

function importedValue({ name, type }: TableShape['columns'][number]): RawBuilder<unknown> {
  // A JSON null is a value, a missing name is none.
  if (type === 'jsonb') return sql`(line -> ${sql.lit(name)})::jsonb`;
  const field = sql.ref(`fields.${name}`);
  return isVector(type) ? sql`coalesce(${sql.ref(`all ${name}`)}[number], ${field}::vector)` : field;
}

/** The type that a column is read as: text for vectors, which are converted only where they are needed as such. */
function fieldType(type: string): RawBuilder<unknown> {
  return sql.raw(isVector(type) ? 'text' : type);
}

const isVector = (type: string) => /^vector(\(\d+\))?$/.test(type);

async function oidOfVector(trx: Transaction<DB>): Promise<number> {
  const { rows } = await sql<{ oid: number }>`select 'vector'::regtype::oid as oid`.execute(trx);
  return rows[0]!.oid;
}
