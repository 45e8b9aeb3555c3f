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

test('the migration notes those whose accounts had left before', async () => {
  const migrations = await listMigrations();
  const club = newId();
  const expected: string[] = [];
  await database.db.transaction().execute(async (trx) => {
    await migrateUpTo(
      trx,
      migrations.filter((name) => name < '20261122T2349'),
    );
    await sql`insert into club (id, name, slug, sport_type) values (${club}, 'North', 'north', 'Football')`.execute(
      trx,
    );
    const account = async (isMember: boolean) => {
      const id = newId();
      await sql`insert into app_user (id, username, username_key, email, email_key, password_hash)
        values (${id}, ${id}, ${id}, ${id}, ${id}, 'none')`.execute(trx);
      if (isMember)
        await sql`insert into club_membership (club_id, user_id, status, approved_at)
          values (${club}, ${id}, 'approved', now())`.execute(trx);
      return id;
    };
    const person = async (left: boolean, user: string | null, bornOn: string | null = null) => {
      const id = newId();
      await sql`insert into club_person (id, club_id, first_name, user_id, born_on)
        values (${id}, ${club}, 'Mia', ${user}, ${bornOn})`.execute(trx);
      if (left) expected.push(id);
      return id;
    };
    const guardian = (personId: string, user: string, state: 'confirmed' | 'ended') =>
      sql`insert into guardianship (id, club_person_id, user_id, state, asked_at, decided_at, ended_at)
        values (${newId()}, ${personId}, ${user}, ${state}, now(), now(),
          ${state === 'ended' ? '2026-05-04T10:00:00Z' : null}::timestamptz)`.execute(trx);

    await person(false, null);
    await person(false, await account(true));
    await person(true, await account(false));
    await guardian(await person(true, null), await account(false), 'ended');
    // Who ended a guardianship and stayed, did not leave.
    await guardian(await person(false, null), await account(true), 'ended');
    const cared = await person(false, null);
    await guardian(cared, await account(false), 'ended');
    await guardian(cared, await account(true), 'confirmed');
    await guardian(await person(false, null, '2000-01-01'), await account(false), 'ended');
  });
  await database.db.transaction().execute((trx) => migrateUpTo(trx, migrations));
  const rows = await database.db
    .selectFrom('club_person_departure')
    .select(['club_person_id', 'noted_by', 'expiry_notice'])
    .execute();
  expect(rows.map(({ club_person_id }) => club_person_id).sort()).toEqual(expected.sort());
  expect(rows.every(({ noted_by, expiry_notice }) => noted_by === 'account' && expiry_notice === null)).toBe(
    true,
  );
});
