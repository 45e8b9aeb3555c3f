/** @module-tag long */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openDatabase } from '#server/db/database.ts';
import { migrateDatabase } from '#server/db/migrate.ts';
import { createLogger } from '#server/logger.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/database.ts';
import { bareDataDir, temporaryDataDir } from '#tests/support/server-process.ts';

const log = createLogger('silent');
let database: TestDatabase;
let folder = '';
beforeAll(async () => {
  database = await createTestDatabase();
  await sql`drop table kysely_migration, kysely_migration_lock`.execute(database.db);
  folder = await mkdtemp(join(tmpdir(), 'clublens-migrations-'));
});
afterAll(async () => {
  await database.remove();
  await rm(folder, { recursive: true });
});

/** A migration as plain text: it may import nothing, so it runs its SQL through the executor it is given. */
const migration = (statement: string) =>
  `export async function up(db) {
    await db.executeQuery({ sql: ${JSON.stringify(statement)}, parameters: [], query: { kind: 'RawNode' } });
  }`;
const write = (name: string, statement: string) =>
  writeFile(join(folder, `${name}.ts`), migration(statement));
const run = (on = database) => migrateDatabase(on, log, pathToFileURL(`${folder}/`));
const exists = async (table: string) => {
  const { rows } = await sql<{ found: boolean }>`select to_regclass(${table}) is not null as found`.execute(
    database.db,
  );
  return rows[0]?.found;
};

describe('migrations', () => {
  it('all happen or none does', async () => {
    await write('001-first', 'create table first_table (id int)');
    await write('002-broken', 'create table second_table (id no_such_type)');
    await expect(run()).rejects.toThrow('Migration 002-broken failed; the database is as it was before');
    expect(await exists('first_table')).toBe(false);
    await write('002-broken', 'create table second_table (id int)');
    // Node keeps a module it has loaded, so the mended one gets another name.
    await rm(join(folder, '002-broken.ts'));
    await write('002-mended', 'create table second_table (id int)');
    expect(await run()).toEqual(['001-first', '002-mended']);
    expect(await run()).toEqual([]);
  });

  it('happen once when servers start together', async () => {
    await write('003-third', 'create table third_table (id int)');
    const { databaseUrl, dataDir } = database;
    // The embedded database refuses a second process, so there the two share one.
    const other = databaseUrl ? await openDatabase({ databaseUrl, dataDir }, log) : undefined;
    const applied = await Promise.all([run(), run(other as TestDatabase | undefined)]);
    expect(applied.flat()).toEqual(['003-third']);
    await other?.close();
  });
});

describe('a new embedded database', () => {
  it('is a copy of the template where there is one, and gets the migrations that the template lacks', async () => {
    const { dataDir: template, remove: removeTemplate } = await bareDataDir();
    const { dataDir, remove } = await temporaryDataDir();
    const embedded = await openDatabase({ dataDir: template, databaseUrl: undefined }, log);
    await sql`create table of_the_template (id int)`.execute(embedded.db);
    await embedded.close();
    const made = await openDatabase({ dataDir, databaseUrl: undefined }, log, { template });
    try {
      expect((await migrateDatabase(made, log)).length).toBeGreaterThan(0);
      const { rows } = await sql`select to_regclass('of_the_template') as found`.execute(made.db);
      expect(rows).toEqual([{ found: 'of_the_template' }]);
    } finally {
      await made.close();
      await Promise.all([remove(), removeTemplate()]);
    }
  });
});
