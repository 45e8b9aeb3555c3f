import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { tmpdir, userInfo } from 'node:os';
import { dirname, join } from 'node:path';

/** A Postgres server to run the integration tests on; unset: the embedded database. */
export const TEST_SERVER_URL: string | undefined = process.env.DATABASE_URL_TEST || undefined;

const SOURCES = ['migrations', 'migrations/before-0.1.0', 'server/db'];

/** Changes when a migration or the database code changes: names the prepared template. Found once a run: its workers inherit it. */
export function schemaFingerprint(): string {
  process.env.CLUBLENS_TEST_SCHEMA ??= findFingerprint();
  return process.env.CLUBLENS_TEST_SCHEMA;
}

function findFingerprint(): string {
  const hash = createHash('sha256');
  for (const folder of SOURCES) {
    const names = readdirSync(folder).filter((name) => /\.(ts|sql)$/.test(name));
    for (const name of names.sort()) hash.update(name).update(readFileSync(join(folder, name)));
  }
  hash.update(readFileSync('node_modules/@electric-sql/pglite/package.json'));
  return hash.digest('hex').slice(0, 16);
}

/** Where prepared data folders are kept between runs. */
export function templateFolder(): string {
  return join(tmpdir(), `clublens-templates-${userInfo().username}`, schemaFingerprint());
}

/** The same with a database without tables. */
export function bareFolder(): string {
  return `${templateFolder()}.bare`;
}

/**
 * Where compiled code of tests and of the programs they start is kept between starts: set as NODE_COMPILE_CACHE by the
 * configurations of the test runners.
 */
export function codeFolder(): string {
  return join(dirname(templateFolder()), 'code');
}

/** Folder of this run's databases, removed after it. */
export function runFolder(): string {
  return process.env.CLUBLENS_TEST_RUN ?? tmpdir();
}

/** What the names of this run's databases on the test server begin with. */
export function runDatabases(): string {
  return `clublens_test_${createHash('sha256').update(runFolder()).digest('hex').slice(0, 8)}_`;
}
