/** @module-tag long */
import { type Kysely, sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { listMigrations, migrateUpTo } from '#server/db/migrate.ts';
import type { DB } from '#server/db/tables.ts';
import { emptyTestDatabase, type TestDatabase } from '#tests/support/database.ts';
import { insertRandomRows } from '#tests/support/random-rows.ts';

/** The last migration of November 2026, before rights and refusals were kept apart from the rows that they came from. */
const LAST_OF_NOVEMBER = '20261204T1020-removed-paper';
const renamed: Record<string, string> = { gallery: 'stored_gallery' };

let database: TestDatabase;
beforeAll(async () => {
  database = await emptyTestDatabase();
});
afterAll(() => database.remove());

type Row = Record<string, unknown>;
async function rowsOf(db: Kysely<DB>, table: string): Promise<Row[]> {
  const { rows } = await sql<{ row: Row }>`select to_jsonb(t) as row from ${sql.table(table)} t`.execute(db);
  return rows.map(({ row }) => row);
}

test('an upgrade keeps every row and what people have decided', async () => {
  const { db } = database;
  const migrations = await listMigrations();
  const old = migrations.slice(0, migrations.indexOf(LAST_OF_NOVEMBER) + 1);
  expect(old.length).toBeGreaterThan(20);
  expect(migrations.length).toBeGreaterThan(old.length);
  await db.transaction().execute((trx) => migrateUpTo(trx, old));
  const counts = await insertRandomRows(db, 3, 6);
  expect([...counts].filter(([, count]) => count === 0)).toEqual([]);
  const before = new Map<string, Row[]>();
  for (const table of counts.keys()) before.set(table, await rowsOf(db, table));

  await db.transaction().execute((trx) => migrateUpTo(trx, migrations));
  for (const [table, rows] of before) {
    const left = await rowsOf(db, renamed[table] ?? table);
    const columns = Object.keys(rows[0]!);
    const known = (row: Row) => JSON.stringify(columns.map((name) => row[name]));
    expect([table, left.map(known).sort()]).toEqual([table, rows.map(known).sort()]);
  }
});
