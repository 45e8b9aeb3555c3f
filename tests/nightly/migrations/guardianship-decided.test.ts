import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { listMigrations, migrateUpTo } from '#server/db/migrate.ts';
import { newId } from '#server/ids.ts';
import { emptyTestDatabase, type TestDatabase } from '#tests/support/database.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await emptyTestDatabase();
});
afterAll(() => database.remove());

test('answers to claims of earlier releases keep what they say', async () => {
  const migrations = await listMigrations();
  await database.db.transaction().execute(async (trx) => {
    await migrateUpTo(
      trx,
      migrations.filter((name) => name < '20261124T0500'),
    );
    const user = newId();
    await sql`insert into app_user (id, username, username_key, email, email_key, password_hash)
      values (${user}, 'a', 'a', 'a', 'a', 'none')`.execute(trx);
    for (const kind of ['guardianship_approved', 'guardianship_rejected', 'membership_rejected'])
      await sql`insert into notification (id, user_id, kind, params)
        values (${newId()}, ${user}, ${kind}, '{"club": "FC Test"}')`.execute(trx);
  });
  await database.db.transaction().execute((trx) => migrateUpTo(trx, migrations));
  const rows = await database.db.selectFrom('notification').select(['kind', 'params']).execute();
  expect(rows).toHaveLength(3);
  expect(rows).toEqual(
    expect.arrayContaining([
      { kind: 'guardianship_decided', params: { club: 'FC Test' } },
      { kind: 'guardianship_decided', params: { club: 'FC Test', context: 'rejected' } },
      { kind: 'membership_rejected', params: { club: 'FC Test' } },
    ]),
  );
});
