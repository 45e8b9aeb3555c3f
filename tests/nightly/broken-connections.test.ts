import type { Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import type { Worker } from 'node:worker_threads';
import { Kysely, sql } from 'kysely';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { ClublensDialect } from '#server/db/dialect.ts';
import { openEmbeddedDatabasePool } from '#server/db/embedded-database-pool.ts';
import type { OpenPool } from '#server/db/pool-types.ts';
import { openServerPool } from '#server/db/postgres-server-pool.ts';
import type { DB } from '#server/db/tables.ts';
import { createLogger } from '#server/logger.ts';
import { toAppError } from '#server/trpc/wire-error.ts';
import { fatal, startFakePostgresServer } from '#tests/support/fake-postgres-server.ts';
import { bareDataDir } from '#tests/support/server-process.ts';
import { TEST_SERVER_URL } from '#tests/support/test-settings.ts';

const log = createLogger('silent');
/** What would have ended the process. */
const uncaught: unknown[] = [];
const note = (error: unknown) => void uncaught.push(error);
beforeEach(() => {
  uncaught.length = 0;
  process.on('uncaughtExceptionMonitor', note);
});
afterEach(() => void process.off('uncaughtExceptionMonitor', note));

/** Statements and transactions, also idle ones, until told to stop. Each failure has to become a 503. */
function keepAsking({ pool }: OpenPool, clients: number) {
  const db = new Kysely<DB>({ dialect: new ClublensDialect({ pool }) });
  const answers = { right: 0, refused: [] as string[] };
  let stopping = false;
  const ask = async (n: number) => {
    while (!stopping) {
      try {
        if (n % 2 === 0) await sql`select ${n}::int as n`.execute(db);
        else
          await db.transaction().execute(async (trx) => {
            await sql`select 1`.execute(trx);
            await delay(Math.random() * 20);
            await sql`select ${n}::int as n`.execute(trx);
          });
        answers.right += 1;
      } catch (error) {
        answers.refused.push(toAppError(error, () => undefined).code);
        if (answers.refused.at(-1) !== 'dependency_away') note(error);
        await delay(5);
      }
    }
  };
  const asking = Array.from({ length: clients }, (_, n) => ask(n));
  return {
    answers,
    async stop() {
      stopping = true;
      await Promise.all(asking);
      await db.destroy();
    },
  };
}

/** The ways in which a server ends a connection. */
const endings: ((socket: Socket) => void)[] = [
  (socket) => socket.end(fatal('57P01')), // terminated by an administrator
  (socket) => socket.end(fatal('25P03')), // idle in a transaction for too long
  (socket) => socket.end(),
  (socket) => socket.resetAndDestroy(),
  (socket) => socket.destroy(),
];

test('a server that ends connections, idle or not, ends no process, and requests get 503', async () => {
  const server = await startFakePostgresServer();
  const opened = openServerPool(server.url, log);
  const work = keepAsking(opened, 16);
  let n = 0;
  server.intercept = (socket, type, answer) => {
    n += 1;
    const end = endings[n % endings.length]!;
    // In place of an answer, or in one packet with it (the client is idle by then, also just after its start).
    if (n % 11 === 0) end(socket);
    else if (n % 13 === 0) socket.end(Buffer.concat([answer, fatal('57P01')]));
    else if (n % 17 === 0 && type !== 'startup') socket.write(answer, () => end(socket));
    else return false;
    return true;
  };
  for (let i = 0; i < 150; i += 1) {
    await delay(10);
    const sockets = [...server.sockets];
    const socket = sockets[i % sockets.length];
    if (socket) endings[i % endings.length]!(socket);
  }
  server.intercept = undefined;
  const before = work.answers.right;
  await delay(200);
  await work.stop();
  await server.close();
  expect(uncaught).toEqual([]);
  expect(work.answers.refused.length).toBeGreaterThan(50);
  expect(work.answers.right).toBeGreaterThan(before);
});

test.skipIf(!TEST_SERVER_URL)(
  'a real server that ends our connections at random ends no process',
  async () => {
    const opened = openServerPool(TEST_SERVER_URL!, log);
    const killer = openServerPool(TEST_SERVER_URL!, log);
    const work = keepAsking(opened, 16);
    for (let i = 0; i < 100; i += 1) {
      await delay(20);
      await killer.pool.query(`select pg_terminate_backend(pid) from (select pid from pg_stat_activity
      where application_name = 'clublens' and pid <> pg_backend_pid() order by random() limit 3) as some`);
    }
    const before = work.answers.right;
    await delay(200);
    await work.stop();
    await killer.pool.end();
    expect(uncaught).toEqual([]);
    expect(work.answers.refused.length).toBeGreaterThan(50);
    expect(work.answers.right).toBeGreaterThan(before);
  },
);

test('the embedded database, killed again and again, ends no process, and requests get 503', async () => {
  let worker: Worker | undefined;
  const found = (started: Worker) => {
    worker = started;
  };
  process.on('worker', found);
  const { dataDir, remove } = await bareDataDir();
  const opened = await openEmbeddedDatabasePool(dataDir, log);
  const work = keepAsking(opened, 8);
  for (let kill = 0; kill < 6; kill += 1) {
    const { right } = work.answers;
    await delay(100 + Math.random() * 300);
    await worker?.terminate();
    while (work.answers.right <= right + 20) await delay(20);
  }
  await work.stop();
  await opened.close();
  await remove();
  process.off('worker', found);
  expect(uncaught).toEqual([]);
  expect(work.answers.refused.length).toBeGreaterThan(0);
});
