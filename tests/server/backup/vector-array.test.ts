import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { encodeVectorArray } from '#server/backup/vector-array.ts';
import { borrowTestDatabase, type TestDatabase } from '#tests/support/database.ts';

/** Vectors that are sent in the binary format are those that the database reads from their text. */
let database: TestDatabase;
let oid: number;

beforeAll(async () => {
  database = await borrowTestDatabase();
  const { rows } = await sql<{ oid: number }>`select 'vector'::regtype::oid as oid`.execute(database.db);
  oid = rows[0]!.oid;
});
afterAll(() => database.remove());

/** The vectors of the array, each as the text the database writes. */
async function read(encoded: Buffer): Promise<(string | null)[]> {
  const { rows } = await sql<{ texts: (string | null)[] }>`
    select array(select item::text from unnest(${encoded}::vector[]) as item) as texts`.execute(database.db);
  return rows[0]!.texts;
}

test('embeddings and missing ones are read as they were', async () => {
  const random = Array.from({ length: 512 }, (_, index) =>
    Math.fround(Math.sin(index * index) / (index + 1)),
  );
  const { rows } = await sql<{
    text: string;
  }>`select ${`[${random.join(',')}]`}::vector::text as text`.execute(database.db);
  const text = rows[0]!.text;
  const others = ['[1]', '[-0.5,3e+20,1e-20,0]', '[3.4028235e+38,1.1754944e-38]'];
  expect(await read(encodeVectorArray([text, undefined, ...others], oid))).toEqual([text, null, ...others]);
});

test('what could be rounded otherwise, and what is no vector, is left to the database', async () => {
  // Behind the middle of two floats, by less than a double shows: rounded twice, the lower one; rounded once, the upper.
  const nearMiddle = '[1.00000005960464477539063]';
  const { rows } = await sql<{ text: string }>`select ${nearMiddle}::vector::text as text`.execute(
    database.db,
  );
  expect(rows[0]!.text).toBe('[1.0000001]');
  expect(Math.fround(Number(nearMiddle.slice(1, -1)))).toBe(1);
  const texts = [nearMiddle, '[1e-45]', '[NaN]', '[]', '1,2'];
  expect(await read(encodeVectorArray(texts, oid))).toEqual(texts.map(() => null));
});
