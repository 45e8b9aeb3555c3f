import { globSync, readFileSync } from 'node:fs';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { migrateDatabase } from '#server/db/migrate.ts';
import { createLogger } from '#server/logger.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/database.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
  await migrateDatabase(database, createLogger('silent'));
});
afterAll(() => database.remove());

type Column = { table: string; column: string; nullable: boolean };
const byName = (a: Column, b: Column) => `${a.table}.${a.column}`.localeCompare(`${b.table}.${b.column}`);

/** The columns as the files of db/tables/ declare them. `| null` at the end of a type is what makes one nullable. */
function declared(): Column[] {
  const source = ['server/db/tables.ts', ...globSync('server/db/tables/*.ts')]
    .map((file) => readFileSync(file, 'utf8'))
    .join('\n');
  const tables = new Map(
    [...source.matchAll(/^ {2}(\w+): (\w+Table);$/gm)].map((match) => [match[2], match[1]]),
  );
  return [...source.matchAll(/export interface (\w+Table) \{\n([\s\S]*?)\n\}/g)].flatMap(([, name, body]) =>
    [...(body ?? '').matchAll(/^ {2}(\w+): (.+);$/gm)].map((match) => ({
      table: tables.get(name ?? '') ?? `(unlisted ${name})`,
      column: match[1] as string,
      nullable: / \| null$/.test(match[2] ?? ''),
    })),
  );
}

test('the types say what the migrated database has', async () => {
  const { rows } = await sql<Column & { generated: string }>`
    select table_name as "table", column_name as "column", is_nullable = 'YES' as nullable, is_generated as generated
    from information_schema.columns
    where table_schema = 'public' and table_name not like 'kysely%'`.execute(database.db);
  // Postgres calls generated columns nullable; ours never are.
  const found = rows.map(({ table, column, nullable, generated }) => ({
    table,
    column,
    nullable: nullable && generated === 'NEVER',
  }));
  const types = declared();
  expect(types.length).toBeGreaterThan(100);
  expect(found.sort(byName)).toEqual(types.sort(byName));
});

test('every foreign key has an index, so that deletions do not scan', async () => {
  const { rows } = await sql<{ key: string }>`
    select c.conrelid::regclass || ' (' || a.attname || ')' as key
    from pg_constraint c join pg_attribute a on a.attrelid = c.conrelid and a.attnum = c.conkey[1]
    join pg_class t on t.oid = c.conrelid join pg_namespace n on n.oid = t.relnamespace
    where c.contype = 'f' and n.nspname = 'public' and array_length(c.conkey, 1) = 1
      and not exists (select 1 from pg_index i where i.indrelid = c.conrelid and i.indkey[0] = c.conkey[1])`.execute(
    database.db,
  );
  expect(rows).toEqual([]);
});
