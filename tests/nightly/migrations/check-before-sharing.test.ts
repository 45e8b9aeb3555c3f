import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { databaseBefore, type TestDatabase } from '#tests/support/database.ts';

let database: TestDatabase;
let migrate: () => Promise<void>;
beforeAll(async () => {
  ({ database, migrate } = await databaseBefore('20261126T1300-check-before-sharing'));
});
afterAll(() => database?.remove());

test('links that are active count as checked, others do not', async () => {
  const { db } = database;
  await db.transaction().execute(async (trx) => {
    await sql`set local session_replication_role = replica`.execute(trx); // rows without those that they belong to
    for (const [token, is_active] of [
      ['open', true],
      ['off', false],
    ] as const)
      await sql`insert into share_link (id, gallery_id, token, name, scope, is_active)
        values (gen_random_uuid(), gen_random_uuid(), ${token}, '', 'gallery', ${is_active})`.execute(trx);
  });
  await migrate();
  const links = await db
    .selectFrom('share_link')
    .select(['token', 'counts_as_checked'])
    .orderBy('token')
    .execute();
  expect(links).toEqual([
    { token: 'off', counts_as_checked: false },
    { token: 'open', counts_as_checked: true },
  ]);
});
