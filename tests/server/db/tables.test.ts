import { readFileSync } from 'node:fs';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { writeTableTypes } from '#scripts/docs/table-types.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/database.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.remove());

test('the types are those that `npm run docs` writes for the migrated database', async () => {
  expect(await writeTableTypes(database.db)).toBe(readFileSync('server/db/tables.ts', 'utf8'));
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
