import { randomBytes } from 'node:crypto';
import { cpSync, rmSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import pg from 'pg';
import { type Database, openDatabase } from '#server/db/database.ts';
import { listMigrations, migrateUpTo } from '#server/db/migrate.ts';
import { createLogger } from '#server/logger.ts';
import { emptyTables } from './empty-tables.ts';
import { templateDatabase } from './prepare-template.ts';
import { bareFolder, runDatabases, runFolder, TEST_SERVER_URL, templateFolder } from './test-settings.ts';

export interface TestDatabase extends Database {
  /** The data folder of this database (embedded), or an empty folder of its own (server): free for other use. */
  dataDir: string;
  /** Connection string when the tests run on a server. */
  databaseUrl: string | undefined;
  /** Settings of a server process on this database; none with the embedded one. */
  settings: Record<string, string>;
  /** Closes the database and removes all of it. */
  remove(): Promise<void>;
}

/**
 * A migrated, empty database of its own for one test file, about a second away: a copy of the template prepared once
 * per schema. Call it in beforeAll and `remove()` in afterAll; between tests use `emptyTables`.
 */
export function createTestDatabase(): Promise<TestDatabase> {
  return openTestDatabase({ folder: templateFolder(), name: templateDatabase() });
}

/** Databases of this worker that no test file uses at the moment. */
const idle: TestDatabase[] = [];

/**
 * An empty, migrated database that test files of one worker use one after the other; it opens once and is emptied for
 * each. `remove()` gives it back. For files that change no schema, read no data folder and leave no work behind.
 */
export async function borrowTestDatabase(): Promise<TestDatabase> {
  const used = idle.pop();
  const database = used ?? (await createTestDatabase());
  const emptied = await emptyTables(database.db);
  // The embedded database does not do so by itself. A new one as a whole, so that queries are planned for empty tables.
  if (!used) await sql`vacuum`.execute(database.db);
  else if (emptied.length > 0) await sql.raw(`vacuum ${emptied.join(', ')}`).execute(database.db);
  return { ...database, remove: async () => void idle.push(database) };
}

/** A database as it was before a migration, and what applies that one. */
export async function databaseBefore(
  migration: string,
): Promise<{ database: TestDatabase; migrate: () => Promise<void> }> {
  const database = await emptyTestDatabase();
  const all = await listMigrations();
  const before = all.slice(0, all.indexOf(migration));
  const apply = (names: string[]) => database.db.transaction().execute((trx) => migrateUpTo(trx, names));
  await apply(before);
  return { database, migrate: () => apply([...before, migration]) };
}

/** A database without tables, as a restore wants it. */
export function emptyTestDatabase(): Promise<TestDatabase> {
  return openTestDatabase({ folder: bareFolder(), name: 'template0' });
}

/** Several databases share two cores: a statement may take longer than on a server, and is no failure. */
const PATIENT = { callWithinMs: 120_000, heldUpWithinMs: 60_000 };

async function openTestDatabase(template: { folder: string; name: string }): Promise<TestDatabase> {
  const dataDir = await mkdtemp(join(runFolder(), 'database-'));
  const log = createLogger('error');
  if (!TEST_SERVER_URL) {
    // Natively: a third of the time that the asynchronous copy takes.
    cpSync(template.folder, dataDir, { recursive: true });
    const database = await openDatabase({ dataDir, databaseUrl: undefined }, log, PATIENT);
    const remove = async () => {
      await database.close();
      rmSync(dataDir, { recursive: true, force: true });
    };
    return { ...database, dataDir, databaseUrl: undefined, settings: {}, remove };
  }

  const name = `${runDatabases()}${randomBytes(6).toString('hex')}`;
  await asAdmin(`create database ${name} template ${template.name}`);
  const url = new URL(TEST_SERVER_URL);
  url.pathname = `/${name}`;
  const place = throughPooler(url);
  const database = await openDatabase({ dataDir, ...place }, log);
  const settings = {
    DATABASE_URL: place.databaseUrl,
    ...(place.databaseDirectUrl && { DATABASE_POOLED: 'true', DATABASE_DIRECT_URL: place.databaseDirectUrl }),
  };
  const remove = async () => {
    await database.close();
    await asAdmin(`drop database ${name} with (force)`);
    await rm(dataDir, { recursive: true, force: true });
  };
  return { ...database, dataDir, databaseUrl: url.href, settings, remove };
}

/** Through the pooler of this run, where it has one. */
function throughPooler(direct: URL): { databaseUrl: string; databaseDirectUrl?: string } {
  const pooler = process.env.CLUBLENS_TEST_POOLER;
  if (!pooler) return { databaseUrl: direct.href };
  const pooled = new URL(pooler);
  pooled.pathname = direct.pathname;
  return { databaseUrl: pooled.href, databaseDirectUrl: direct.href };
}

async function asAdmin(statement: string): Promise<void> {
  const admin = new pg.Client({ connectionString: TEST_SERVER_URL });
  await admin.connect();
  try {
    await admin.query(statement);
  } finally {
    await admin.end();
  }
}
