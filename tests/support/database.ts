import { randomBytes } from 'node:crypto';
import { cpSync, rmSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { type Database, openDatabase } from '#server/db/database.ts';
import { createLogger } from '#server/logger.ts';
import { templateDatabase } from './prepare-template.ts';
import { TEST_SERVER_URL, templateFolder } from './test-settings.ts';

export interface TestDatabase extends Database {
  /** The data folder of this database (embedded), or an empty folder of its own (server): free for other use. */
  dataDir: string;
  /** Connection string when the tests run on a server. */
  databaseUrl: string | undefined;
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

/** A database without tables, as a restore wants it. */
export function emptyTestDatabase(): Promise<TestDatabase> {
  return openTestDatabase();
}

async function openTestDatabase(template?: { folder: string; name: string }): Promise<TestDatabase> {
  const dataDir = await mkdtemp(join(tmpdir(), 'clublens-test-'));
  const log = createLogger('error');
  if (!TEST_SERVER_URL) {
    // Natively: a third of the time that the asynchronous copy takes.
    if (template) cpSync(template.folder, dataDir, { recursive: true });
    const database = await openDatabase({ dataDir, databaseUrl: undefined }, log);
    const remove = async () => {
      await database.close();
      rmSync(dataDir, { recursive: true, force: true });
    };
    return { ...database, dataDir, databaseUrl: undefined, remove };
  }

  const name = `clublens_test_${randomBytes(6).toString('hex')}`;
  await asAdmin(`create database ${name} template ${template?.name ?? 'template0'}`);
  const url = new URL(TEST_SERVER_URL);
  url.pathname = `/${name}`;
  const database = await openDatabase({ dataDir, databaseUrl: url.href }, log);
  const remove = async () => {
    await database.close();
    await asAdmin(`drop database ${name} with (force)`);
    await rm(dataDir, { recursive: true, force: true });
  };
  return { ...database, dataDir, databaseUrl: url.href, remove };
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
