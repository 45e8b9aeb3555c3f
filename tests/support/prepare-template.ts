import { existsSync } from 'node:fs';
import { cp, mkdir, mkdtemp, readdir, rename, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import pg from 'pg';
import { openDatabase } from '#server/db/database.ts';
import { makeMigratedDatabase } from '#server/db/database-template.ts';
import { createLogger } from '#server/logger.ts';
import { startPgBouncer } from './pgbouncer.ts';
import {
  bareFolder,
  runDatabases,
  runFolder,
  schemaFingerprint,
  TEST_SERVER_URL,
  templateFolder,
} from './test-settings.ts';

const OLD_AFTER_MS = 24 * 3_600_000;

/** Vitest global setup: one migrated database per schema, which test files then copy; their copies go after the run. */
export default async function setUpDatabases(): Promise<() => Promise<void>> {
  await prepareTemplate();
  process.env.CLUBLENS_TEST_RUN = await mkdtemp(join(tmpdir(), 'clublens-run-'));
  const pooler =
    TEST_SERVER_URL && process.env.DATABASE_POOLED_TEST && (await startPgBouncer(TEST_SERVER_URL));
  if (pooler) process.env.CLUBLENS_TEST_POOLER = pooler.through(TEST_SERVER_URL!);
  return async () => {
    if (pooler) await pooler.stop();
    if (TEST_SERVER_URL) await dropRunDatabases(TEST_SERVER_URL);
    await rm(runFolder(), { recursive: true, force: true, maxRetries: 5 });
  };
}

export async function prepareTemplate(): Promise<void> {
  if (TEST_SERVER_URL) await prepareOnServer(TEST_SERVER_URL);
  else await prepareFolders();
}

async function dropRunDatabases(url: string): Promise<void> {
  const admin = new pg.Client({ connectionString: url });
  await admin.connect();
  try {
    const found = await admin.query('select datname from pg_database where starts_with(datname, $1)', [
      runDatabases(),
    ]);
    for (const { datname } of found.rows) await admin.query(`drop database ${datname} with (force)`);
  } finally {
    await admin.end();
  }
}

async function prepareFolders(): Promise<void> {
  await prepareFolder(bareFolder(), async (dataDir) => {
    const database = await openDatabase({ dataDir, databaseUrl: undefined }, createLogger('error'));
    await database.close();
  });
  await prepareFolder(templateFolder(), async (dataDir) => {
    await cp(bareFolder(), dataDir, { recursive: true });
    await makeMigratedDatabase({ dataDir, databaseUrl: undefined });
  });
}

async function prepareFolder(folder: string, fill: (draft: string) => Promise<void>): Promise<void> {
  if (existsSync(folder)) return;
  const draft = `${folder}.${process.pid}`;
  await mkdir(draft, { recursive: true });
  await removeOld(dirname(folder), basename(templateFolder()));
  await fill(draft);
  await rename(draft, folder).catch((error: NodeJS.ErrnoException) => {
    // Another run was faster; its template is as good as ours.
    if (error.code !== 'ENOTEMPTY' && error.code !== 'EEXIST') throw error;
    return rm(draft, { recursive: true });
  });
}

async function prepareOnServer(url: string): Promise<void> {
  const name = templateDatabase();
  const admin = new pg.Client({ connectionString: url });
  await admin.connect();
  try {
    const found = await admin.query('select 1 from pg_database where datname = $1', [name]);
    if (found.rowCount) return;
    const draft = `${name}_${process.pid}`;
    await admin.query(`create database ${draft}`);
    const draftUrl = new URL(url);
    draftUrl.pathname = `/${draft}`;
    await makeMigratedDatabase({ dataDir: '/nonexistent', databaseUrl: draftUrl.href });
    await admin.query(`alter database ${draft} rename to ${name}`);
  } finally {
    await admin.end();
  }
}

/** The migrated database on the test server that test files copy. */
export function templateDatabase(): string {
  return `clublens_template_${schemaFingerprint()}`;
}

async function removeOld(parent: string, except: string): Promise<void> {
  for (const name of await readdir(parent)) {
    const path = join(parent, name);
    if (name === except || name.startsWith(`${except}.`)) continue;
    if (Date.now() - (await stat(path)).mtimeMs > OLD_AFTER_MS)
      await rm(path, { recursive: true, force: true });
  }
}
