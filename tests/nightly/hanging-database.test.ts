import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { openEmbeddedDatabasePool } from '#server/db/embedded-database-pool.ts';
import type { OpenPool } from '#server/db/pool-types.ts';
import { watchEmbeddedCalls } from '#server/db/watch-embedded-calls.ts';
import { createLogger } from '#server/logger.ts';
import { toAppError } from '#server/trpc/wire-error.ts';
import { type FakePostgresServer, startFakePostgresServer } from '#tests/support/fake-postgres-server.ts';
import { temporaryDataDir } from '#tests/support/server-process.ts';

const log = createLogger('silent');
const FOREVER = 'do $$ begin loop end loop; end $$';
/** Shorter than in the product, in the same proportions. */
const limits = { callWithinMs: 7_500, heldUpWithinMs: 2_000 };

/** Asks until there is an answer, ten at a time, and says how long the longest refusal took. Each has to become a 503. */
async function untilAnswered(pool: pg.Pool): Promise<{ longestRefusal: number; backAfter: number }> {
  const began = Date.now();
  let longestRefusal = 0;
  for (;;) {
    const asked = Date.now();
    const answers = await Promise.all(
      Array.from({ length: 10 }, () =>
        pool.query('select 1').then(
          () => true,
          (error) => {
            longestRefusal = Math.max(longestRefusal, Date.now() - asked);
            expect(toAppError(error, () => undefined).code).toBe('dependency_away');
            return false;
          },
        ),
      ),
    );
    if (answers.every(Boolean)) return { longestRefusal, backAfter: Date.now() - began };
    await delay(10);
  }
}

describe('a database that stops answering at any step of a connection', () => {
  const limits = { callWithinMs: 1_500, heldUpWithinMs: 400 };
  let server: FakePostgresServer;
  beforeEach(async () => {
    server = await startFakePostgresServer();
  });
  afterEach(() => server.close());

  const swallowing = (...types: string[]) => {
    server.intercept = (_socket, type) => types.includes(type);
  };
  const steps: [string, (pool: pg.Pool) => Promise<unknown>][] = [
    [
      'connect',
      async () => {
        address = new Promise(() => undefined);
      },
    ],
    ['handshake', async () => swallowing('startup')],
    ['the first statement', async () => swallowing('Q')],
    ['query', async (pool) => [await pool.query('select 1'), swallowing('Q')]],
    ['query with parameters', async (pool) => [await pool.query('select 1'), swallowing('S', 'Q')]],
    [
      'commit',
      async (pool) => {
        const client = await pool.connect();
        await client.query('begin');
        swallowing('Q', 'S');
        client
          .query('commit')
          .finally(() => client.release(true))
          .catch(() => undefined);
      },
    ],
    ['idle', async (pool) => [await pool.query('select 1'), swallowing('startup', 'Q', 'S')]],
  ];
  let address: Promise<{ host: string; port: number }>;
  test.each(steps)('%s: others are refused soon, and it is started anew', async (step, hang) => {
    const { port, hostname: host } = new URL(server.url);
    const there = Promise.resolve({ host, port: Number(port) });
    address = there;
    let replaced = 0;
    const replace = () => {
      replaced += 1;
      server.intercept = undefined;
      address = there;
      for (const socket of server.sockets) socket.destroy();
    };
    const watch = watchEmbeddedCalls(limits, replace, () =>
      // The supervisor of the worker sets this limit.
      address === there ? there : Promise.race([address, late()]),
    );
    const late = () =>
      delay(limits.heldUpWithinMs).then(() => {
        throw Object.assign(new Error('not there yet'), { code: '57P03' });
      });
    const pool = new watch.Pool({
      Client: watch.Client as never,
      onConnect: async (client) => void (await client.query('deallocate all')),
      max: 1,
      connectionTimeoutMillis: 30_000,
    });
    pool.on('error', () => undefined);
    pool.on('connect', (client) => client.on('error', () => undefined));
    await hang(pool);
    if (step === 'connect') setTimeout(replace, limits.callWithinMs);
    const { longestRefusal, backAfter } = await untilAnswered(pool);
    expect(replaced).toBe(1);
    // The call that hangs is refused when it is given up, all others before.
    expect(longestRefusal).toBeLessThan(limits.callWithinMs + 15_000);
    expect(backAfter).toBeLessThan(limits.callWithinMs + 20_000);
    watch.stop();
    await pool.end();
  });
});

describe('the embedded database', () => {
  let opened: OpenPool;
  let dataDir: string;
  let remove: () => Promise<void>;
  beforeAll(async () => {
    ({ dataDir, remove } = await temporaryDataDir());
    opened = await openEmbeddedDatabasePool(dataDir, log, limits);
    await opened.pool.query(`create table kept (id int);
      create function forever() returns trigger language plpgsql as $$ begin loop end loop; end $$;
      create constraint trigger at_commit after insert on kept deferrable initially deferred
        for each row execute function forever()`);
  });
  afterAll(async () => {
    await opened.pool.end();
    await opened.close();
    await remove();
  });

  /** Keeps the worker busy without end, past the pool. */
  const blockWorker = async () => {
    const client = new pg.Client({ host: join(dataDir, 'database.socket'), user: 'postgres' });
    client.on('error', () => undefined);
    await client.connect();
    client.query(FOREVER).catch(() => undefined);
    await delay(50);
  };
  test.each<[string, () => Promise<unknown>]>([
    ['query', async () => void opened.pool.query(FOREVER).catch(() => undefined)],
    [
      'commit',
      async () => {
        const client = await opened.pool.connect();
        await client.query('begin');
        await client.query('insert into kept values (1)');
        client
          .query('commit')
          .finally(() => client.release(true))
          .catch(() => undefined);
      },
    ],
    ['idle', blockWorker],
    [
      'handshake',
      async () => {
        await blockWorker();
        const client = await opened.pool.connect();
        client.release(true);
      },
    ],
  ])('hangs at %s: others are refused soon, and it is started anew', async (_step, hang) => {
    await opened.pool.query('select 1');
    const began = Date.now();
    const hung = hang();
    const waiting: number[] = [];
    const others = Array.from({ length: 10 }, async () => {
      await delay(100);
      const asked = Date.now();
      await opened.pool.query('select 1').catch((error) => {
        waiting.push(Date.now() - asked);
        expect(toAppError(error, () => undefined).code).toBe('dependency_away');
      });
    });
    await Promise.all(others);
    expect(waiting.length).toBeGreaterThanOrEqual(9);
    await untilAnswered(opened.pool);
    expect(waiting.sort((a, b) => a - b)[8]).toBeLessThan(limits.callWithinMs);
    await hung;
    expect(Date.now() - began).toBeLessThan(limits.callWithinMs + 60_000);
    expect((await opened.pool.query('select * from kept')).rows).toEqual([]);
  });
});
