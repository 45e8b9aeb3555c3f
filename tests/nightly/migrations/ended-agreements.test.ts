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

test('of earlier releases, a yes of somebody who is no guardian any more ends, the other answers stay', async () => {
  const migrations = await listMigrations();
  const [club, mia] = [newId(), newId()];
  await database.db.transaction().execute(async (trx) => {
    await migrateUpTo(
      trx,
      migrations.filter((name) => name < '20261201'),
    );
    await sql`insert into club (id, name, slug, sport_type) values (${club}, 'FC Test', 'fc', 'Football')`.execute(
      trx,
    );
    await sql`insert into club_person (id, club_id, first_name) values (${mia}, ${club}, 'Mia')`.execute(trx);
    for (const state of ['confirmed', 'ended']) {
      const user = newId();
      await sql`insert into app_user (id, username, username_key, email, email_key, password_hash)
        values (${user}, ${state}, ${state}, ${state}, ${state}, 'none')`.execute(trx);
      await sql`insert into guardianship (id, club_person_id, user_id, state, asked_at, decided_at, ended_at)
        values (${newId()}, ${mia}, ${user}, ${state}, now(), now(), ${state === 'ended' ? new Date() : null})`.execute(
        trx,
      );
      for (const [purpose, said] of [
        ['name', 'yes'],
        ['outside', 'no'],
      ])
        await trx
          .insertInto('consent')
          .values({
            id: newId(),
            club_person_id: mia,
            purpose: purpose as 'name',
            answer: said as 'yes',
            said_by: user,
            said_as: 'guardian',
            said_at: new Date(),
            consent_text_id: null,
            text_version: '1',
            language: 'en',
          })
          .execute();
    }
  });
  await database.db.transaction().execute((trx) => migrateUpTo(trx, migrations));
  const { rows } = await sql`
    select u.username || ' ' || c.purpose || ' ' || c.answer as said, c.valid_until is null as stays
    from consent c join app_user u on u.id = c.said_by order by said`.execute(database.db);
  expect(rows).toEqual([
    { said: 'confirmed name yes', stays: true },
    { said: 'confirmed outside no', stays: true },
    { said: 'ended name yes', stays: false },
    { said: 'ended outside no', stays: true },
  ]);
});
