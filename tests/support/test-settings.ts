import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';

/** A Postgres server to run the integration tests on; unset: the embedded database. */
export const TEST_SERVER_URL: string | undefined = process.env.DATABASE_URL_TEST || undefined;

const SOURCES = ['migrations', 'server/db'];

/** Changes when a migration or the database code changes: names the prepared template. */
export function schemaFingerprint(): string {
  const hash = createHash('sha256');
  for (const folder of SOURCES) {
    const names = readdirSync(folder).filter((name) => name.endsWith('.ts'));
    for (const name of names.sort()) hash.update(name).update(readFileSync(join(folder, name)));
  }
  hash.update(readFileSync('node_modules/@electric-sql/pglite/package.json'));
  return hash.digest('hex').slice(0, 16);
}

/** Where prepared data folders are kept between runs. */
export function templateFolder(): string {
  return join(tmpdir(), `clublens-templates-${userInfo().username}`, schemaFingerprint());
}
