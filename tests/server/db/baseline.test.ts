/** @module-tag long */
import { type Kysely, sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { listMigrations, migrateUpTo } from '#server/db/migrate.ts';
import type { DB } from '#server/db/tables.ts';
import { allRows } from '#tests/support/all-rows.ts';
import { createTestDatabase, emptyTestDatabase, type TestDatabase } from '#tests/support/database.ts';

let fresh: TestDatabase;
let grown: TestDatabase;
beforeAll(async () => {
  fresh = await createTestDatabase();
  grown = await emptyTestDatabase();
  // In two steps, as an installation has them; the baseline is for a database without any.
  const migrations = await listMigrations();
  for (const names of [migrations.slice(0, 7), migrations])
    await grown.db.transaction().execute((trx) => migrateUpTo(trx, names));
});
afterAll(async () => {
  await fresh?.remove();
  await grown?.remove();
});

/** Everything of ours that the catalogues describe, a line each; columns in their order. */
async function describeSchema(db: Kysely<DB>): Promise<string[]> {
  const { rows } = await sql<{ line: string }>`
    with ours as (
      select c.oid, c.relname, c.relkind, c.relpersistence, c.reloptions from pg_class c
      where c.relnamespace = current_schema()::regnamespace
        and not exists (select 1 from pg_depend d where d.objid = c.oid and d.deptype = 'e'))
    select format('%s %s %s %s', relkind, relname, relpersistence, reloptions) as line from ours
    union all
    select format('column %s %s %s %s null=%s default=%s generated=%s%s collation=%s storage=%s statistics=%s', relname,
      row_number() over (partition by a.attrelid order by a.attnum), attname, format_type(atttypid, atttypmod),
      not attnotnull, pg_get_expr(adbin, adrelid), attgenerated, attidentity, attcollation::regcollation, attstorage,
      attstattarget)
    from ours join pg_attribute a on a.attrelid = ours.oid and attnum > 0 and not attisdropped
    left join pg_attrdef on adrelid = a.attrelid and adnum = a.attnum where relkind <> 'i'
    union all
    select format('constraint %s %s %s', relname, conname, pg_get_constraintdef(pg_constraint.oid))
    from ours join pg_constraint on conrelid = ours.oid
    union all
    select pg_get_indexdef(oid) from ours where relkind = 'i'
    union all
    select pg_get_triggerdef(pg_trigger.oid) || tgenabled::text from ours join pg_trigger on tgrelid = ours.oid where not tgisinternal
    union all
    select pg_get_functiondef(p.oid) from pg_proc p
    where p.pronamespace = current_schema()::regnamespace
      and not exists (select 1 from pg_depend d where d.objid = p.oid and d.deptype = 'e')
    union all
    select format('extension %s', extname) from pg_extension
    order by line`.execute(db);
  return rows.map(({ line }) => line);
}

test('an empty database gets the schema and the rows that all migrations before it make', async () => {
  const schema = await describeSchema(fresh.db);
  expect(schema.length).toBeGreaterThan(900);
  expect(schema).toEqual(await describeSchema(grown.db));
  expect(await allRows(fresh.db)).toEqual(await allRows(grown.db));
});

test('it counts as having had each of them', async () => {
  for (const { db } of [fresh, grown]) {
    const { rows } = await sql<{ name: string }>`select name from kysely_migration order by name`.execute(db);
    expect(rows.map(({ name }) => name)).toEqual(await listMigrations());
  }
});
