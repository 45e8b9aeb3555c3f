import type pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openEmbeddedDatabasePool } from '#server/db/embedded-database-pool.ts';
import { createLogger } from '#server/logger.ts';
import { bareDataDir } from '#tests/support/server-process.ts';

let pool: pg.Pool;
let close: () => Promise<void>;

beforeAll(async () => {
  const { dataDir, remove } = await bareDataDir();
  const opened = await openEmbeddedDatabasePool(dataDir, createLogger('silent'));
  pool = opened.pool;
  close = async () => {
    await pool.end();
    await opened.close();
    await remove();
  };
});
afterAll(() => close());

const prepared = async (text: string): Promise<number> => {
  const { rows } = await pool.query('select statement from pg_prepared_statements');
  return rows.filter((row) => row.statement === text).length;
};
const sum = 'select $1::int + $2::int as sum';
const addUp = async (a: number, b: number) => (await pool.query(sum, [a, b])).rows[0].sum;

test('a statement with parameters is prepared when it comes again, and each call has its own parameters', async () => {
  expect([await addUp(1, 2), await prepared(sum)]).toEqual([3, 0]);
  expect([await addUp(3, 4), await prepared(sum)]).toEqual([7, 1]);
  const answers = await Promise.all(Array.from({ length: 20 }, (_, i) => addUp(i, i)));
  expect(answers).toEqual(Array.from({ length: 20 }, (_, i) => 2 * i));
  expect(await prepared(sum)).toBe(1);
});

test('a connection that replaces another begins without statements of the session they share', async () => {
  await addUp(1, 1);
  await addUp(1, 1);
  const broken = await pool.connect();
  broken.release(true);
  expect(await prepared(sum)).toBe(0);
  expect([await addUp(1, 2), await addUp(3, 4), await addUp(5, 6)]).toEqual([3, 7, 11]);
  expect(await prepared(sum)).toBe(1);
});

test('a statement that fails can be sent again', async () => {
  const divide = 'select $1::int / $2::int as quotient';
  for (let i = 0; i < 3; i += 1) await expect(pool.query(divide, [1, 0])).rejects.toThrow('division by zero');
  expect((await pool.query(divide, [6, 3])).rows).toEqual([{ quotient: 2 }]);
});

test('statements without end leave most of them unprepared', async () => {
  for (let i = 0; i < 450; i += 1)
    for (const parameter of [1, 2]) await pool.query(`select $1::int as a${i}`, [parameter]);
  const { rows } = await pool.query('select count(*)::int as count from pg_prepared_statements');
  expect(rows[0].count).toBe(400);
  expect((await pool.query('select $1::int as a449', [7])).rows).toEqual([{ a449: 7 }]);
});
