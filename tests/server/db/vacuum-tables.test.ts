/** @module-tag long */
import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import { dayMs } from '#server/contract/lifetimes.ts';
import { vacuumTables } from '#server/db/vacuum-tables.ts';
import { startTestAppBeforeAll } from '#tests/support/test-app.ts';

const app = startTestAppBeforeAll({ ownDatabase: true });
const ROWS = 2_000;
const DAYS = 12;

const addRows = () =>
  sql`insert into grown select now(), n from generate_series(1, ${ROWS}::int) n`.execute(app.ctx.db);
beforeAll(() => sql`create table grown (at timestamptz, n bigint)`.execute(app.ctx.db));

async function pageCount(): Promise<number> {
  const { rows } = await sql<{ pages: number }>`
    select (pg_relation_size('grown') / 8192)::int as pages`.execute(app.ctx.db);
  return rows[0]!.pages;
}

test('a table that has grown is vacuumed at once, with statistics, and then not again', async () => {
  const { db } = app.ctx;
  await vacuumTables(db, new Date());
  await addRows();
  expect(await vacuumTables(db, new Date())).toEqual(['grown']);
  expect(await vacuumTables(db, new Date())).toEqual([]);
  const { rows } = await sql<{ rows: number }>`
    select reltuples::float8 as rows from pg_class where relname = 'grown'`.execute(db);
  expect(rows[0]?.rows).toBe(ROWS);
});

test('all tables are vacuumed once a day, so that rows that come and go take no more room', async () => {
  const { db } = app.ctx;
  const pages: number[] = [];
  for (let day = 1; day <= DAYS; day += 1) {
    await sql`delete from grown`.execute(db);
    await addRows();
    const names = await vacuumTables(db, new Date(Date.now() + 2 * dayMs));
    expect(names).toContain('grown');
    expect(names).toContain('photo');
    pages.push(await pageCount());
  }
  const half = DAYS / 2;
  expect(Math.max(...pages.slice(half))).toBeLessThanOrEqual(Math.max(...pages.slice(0, half)));
});
