import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#tests/support/database.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
  await sql`create table counter (id int primary key, value int not null, size bigint, day date)`.execute(
    database.db,
  );
});
afterAll(() => database.remove());

describe('the database', () => {
  it('answers a ping', async () => {
    await expect(database.ping(3_000)).resolves.toBeUndefined();
  });

  it('knows vectors', async () => {
    await sql`create extension if not exists vector`.execute(database.db);
    const { rows } = await sql<{ distance: number }>`
      select '[1,0]'::vector <=> '[0,1]'::vector as distance`.execute(database.db);
    expect(rows).toEqual([{ distance: 1 }]);
  });

  it('gives numbers for bigint, text for dates, Date for timestamps', async () => {
    const { rows } = await sql`
      select 5000000000::bigint as size, date '2026-03-29' as day, timestamptz '2026-03-29T01:30:00Z' as at
    `.execute(database.db);
    expect(rows).toEqual([{ size: 5_000_000_000, day: '2026-03-29', at: new Date('2026-03-29T01:30:00Z') }]);
  });

  it('keeps transactions apart: read-modify-write loses nothing, parallel reads get their own answers', async () => {
    const { db } = database;
    await sql`insert into counter (id, value) values (1, 0)`.execute(db);
    const increment = () =>
      db.transaction().execute(async (trx) => {
        const { rows } = await sql<{
          value: number;
        }>`select value from counter where id = 1 for update`.execute(trx);
        await sql`update counter set value = ${rows[0]!.value + 1} where id = 1`.execute(trx);
      });
    const echo = async (number: number) => {
      const { rows } = await sql<{ n: number }>`select ${number}::int as n`.execute(db);
      return rows[0]!.n === number;
    };
    const writes = Array.from({ length: 100 }, increment);
    const reads = Array.from({ length: 400 }, (_, index) => echo(index));
    await Promise.all(writes);
    expect((await Promise.all(reads)).every(Boolean)).toBe(true);
    const { rows } = await sql<{ value: number }>`select value from counter where id = 1`.execute(db);
    expect(rows).toEqual([{ value: 100 }]);
  });

  it('rolls a failed transaction back and goes on', async () => {
    const failed = database.db.transaction().execute(async (trx) => {
      await sql`insert into counter (id, value) values (2, 0)`.execute(trx);
      await sql`select 1 / 0`.execute(trx);
    });
    await expect(failed).rejects.toThrow(/division by zero/);
    const { rows } = await sql`select * from counter where id = 2`.execute(database.db);
    expect(rows).toEqual([]);
  });
});
