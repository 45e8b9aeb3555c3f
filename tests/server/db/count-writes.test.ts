import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { mayChangeAnswers, uncountedTables } from '#server/db/count-writes.ts';
import { countVisit } from '#server/features/sharing/share-links/share-links.repository.ts';
import { newId } from '#server/ids.ts';
import { borrowTestDatabase, type TestDatabase } from '#tests/support/database.ts';

describe('a statement', () => {
  test.each([
    'delete from photo',
    'update "takedown" set "decided" = $1',
    'insert into "consent" ("id") values ($1)',
    'update only job set state = $1',
    'insert into "job_of_tomorrow" ("id") values ($1)',
    'update "share_link" set "view_count" = "view_count" + $1, "is_active" = $2 where "id" = $3',
    'with gone as (delete from photo returning id) select id from gone',
    'truncate job',
    'select 1; delete from photo',
    'commit; delete from photo',
    '/* select */ delete from photo',
    'do $$ begin delete from photo $$',
    'create table club_news (id int)',
    'constructor',
    '',
  ])('%s may change answers', (text) => expect(mayChangeAnswers(text)).toBe(true));

  test.each([
    'select id from photo for update',
    'with a as (select 1) select * from a',
    'begin',
    'rollback',
    'set local statement_timeout = 0',
    'insert into "job" ("id") values ($1) on conflict do nothing',
    'update "notification" set "read_at" = $1',
    'delete from mail_outbox where id = $1',
    'delete from "job"',
  ])('%s does not', (text) => expect(mayChangeAnswers(text)).toBe(false));
});

describe('in the database', () => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await borrowTestDatabase();
  });
  afterAll(() => database.remove());

  /** By how much the work lets the count grow. */
  async function counted(work: () => Promise<unknown>): Promise<number> {
    const before = database.writes?.() ?? 0;
    await work();
    return (database.writes?.() ?? 0) - before;
  }
  const write = (db = database.db) => db.deleteFrom('photo').where('id', '=', newId()).execute();

  test('each table that is not counted exists, has no triggers, and nothing counted is removed with its rows', async () => {
    const { rows: tables } = await sql<{ name: string; triggers: number; dependents: string[] }>`
      select c.relname as name,
        (select count(*)::int from pg_trigger t where t.tgrelid = c.oid and not t.tgisinternal) as triggers,
        array(select f.conrelid::regclass::text from pg_constraint f where f.confrelid = c.oid) as dependents
      from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind = 'r'`.execute(database.db);
    for (const [table, reason] of Object.entries(uncountedTables)) {
      expect(reason).toMatch(/\w{3}/);
      const found = tables.find(({ name }) => name === table);
      expect({ table, triggers: found?.triggers }).toEqual({ table, triggers: 0 });
      expect(found?.dependents.filter((each) => !Object.hasOwn(uncountedTables, each))).toEqual([]);
    }
  });

  test('no function that a query may call writes', async () => {
    const { rows } = await sql<{ name: string }>`select proname as name from pg_proc
      where pronamespace = 'public'::regnamespace and prokind = 'f' and provolatile = 'v' and prorettype <> 'trigger'::regtype
        and not exists (select 1 from pg_depend d where d.objid = pg_proc.oid and d.deptype = 'e')`.execute(
      database.db,
    );
    expect(rows).toEqual([]);
  });

  test.skipIf(process.env.DATABASE_URL_TEST)('a write is counted before its caller knows of it', async () => {
    expect(await counted(() => database.db.selectFrom('photo').select('id').execute())).toBe(0);
    expect(await counted(() => write())).toBe(1);
    expect(await counted(() => sql`delete from no_such_table`.execute(database.db).catch(() => 0))).toBe(1);
    expect(await counted(() => database.db.deleteFrom('job').execute())).toBe(0);
    expect(await counted(() => countVisit(database.db, newId(), 'view_count'))).toBe(0);
    expect(await counted(() => countVisit(database.db, newId(), 'download_count'))).toBe(0);
  });

  test.skipIf(process.env.DATABASE_URL_TEST)(
    'what a transaction wrote is counted when it is committed',
    async () => {
      let inside = 0;
      const all = await counted(() =>
        database.db.transaction().execute(async (trx) => {
          inside = await counted(() => write(trx as unknown as typeof database.db));
        }),
      );
      expect(all).toBeGreaterThan(inside);
      await counted(() => database.db.transaction().execute(async () => undefined));
      const reading = () =>
        database.db.transaction().execute(async (trx) => {
          await trx.selectFrom('photo').select('id').execute();
          await trx.deleteFrom('job').execute();
        });
      expect(await counted(reading)).toBe(0);
    },
  );

  test.runIf(process.env.DATABASE_URL_TEST)('a server is written to by others, so nothing is counted', () =>
    expect(database.writes).toBeNull(),
  );
});
