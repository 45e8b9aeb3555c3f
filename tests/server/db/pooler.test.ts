import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openDatabase } from '#server/db/database.ts';
import { storeSessionSettings } from '#server/db/session-settings.ts';
import { createLogger, type Logger } from '#server/logger.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/database.ts';
import { hasPgBouncer, type PgBouncer, startPgBouncer } from '#tests/support/pgbouncer.ts';
import { TEST_SERVER_URL } from '#tests/support/test-settings.ts';

const runs = Boolean(TEST_SERVER_URL) && hasPgBouncer;
if (!runs) console.warn('Nothing is tested through a pooler: it takes DATABASE_URL_TEST and PgBouncer.');
const log = createLogger('silent');
let pooler: PgBouncer;
let database: TestDatabase;
let place: { dataDir: string; databaseUrl: string; databaseDirectUrl: string };
beforeAll(async () => {
  if (!runs) return;
  pooler = await startPgBouncer(TEST_SERVER_URL!);
  database = await createTestDatabase();
  const direct = database.databaseUrl!;
  place = { dataDir: database.dataDir, databaseUrl: pooler.through(direct), databaseDirectUrl: direct };
});
afterAll(async () => {
  await pooler?.stop();
  await database?.remove();
});

test.skipIf(!runs)('settings that a pooler does not carry are stored with the role', async () => {
  const pooled = await openDatabase(place, log);
  try {
    for (const [name, value] of [
      ['statement_timeout', '30s'],
      ['idle_in_transaction_session_timeout', '1min'],
      ['jit', 'off'],
    ] as const) {
      const { rows } = await sql`show ${sql.raw(name)}`.execute(pooled.db);
      expect(rows).toEqual([{ [name]: value }]);
    }
  } finally {
    await pooled.close();
  }
});

test.skipIf(!runs)('a statement ends at its limit; older connections are told about', async () => {
  const said: unknown[] = [];
  const saying = { ...log, warn: (...all: unknown[]) => void said.push(all.at(-1)) } as unknown as Logger;
  const pooled = await openDatabase(place, log); // has connections of the pooler with other limits
  try {
    await sql`select 1`.execute(pooled.db);
    const limit = { statement_timeout: '200' };
    await storeSessionSettings(place.databaseUrl, place.databaseDirectUrl, saying, limit);
    expect(said).toEqual([expect.stringContaining('RECONNECT')]);
    await pooler.command('reconnect');
    await storeSessionSettings(place.databaseUrl, place.databaseDirectUrl, saying, limit);
    expect(said).toHaveLength(1);
    await expect(sql`select pg_sleep(60)`.execute(pooled.db)).rejects.toMatchObject({ code: '57014' });
  } finally {
    await pooled.close();
  }
});
