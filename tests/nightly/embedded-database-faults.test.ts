import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { Worker } from 'node:worker_threads';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { makeMigratedDatabase } from '#server/db/database-template.ts';
import type { ToWorker } from '#server/db/embedded-database-messages.ts';
import { openEmbeddedDatabasePool } from '#server/db/embedded-database-pool.ts';
import { createLogger } from '#server/logger.ts';
import { runProgram } from '#tests/support/program.ts';
import { temporaryDataDir } from '#tests/support/server-process.ts';

const log = createLogger('silent');
let dataDir = '';
let remove = async () => {};
beforeEach(async () => {
  ({ dataDir, remove } = await temporaryDataDir());
});
afterEach(() => remove());

describe('the first start', () => {
  it.each([300, 900, 2_500])('killed after %i ms is made good by the next', async (ms) => {
    const killed = runProgram('open-database.ts', [dataDir]);
    await delay(ms);
    await killed.kill('SIGKILL');
    const next = runProgram('open-database.ts', [dataDir]);
    await next.said('open');
    await next.kill('SIGTERM');
    expect(await next.ended).toBe(0);
    expect(existsSync(join(dataDir, 'database.lock'))).toBe(false);
  });

  it.each(['PG_VERSION', 'base', 'pg_wal'])(
    'killed while it copies the template, once %s is there, is made good by the next',
    async (part) => {
      const template = await temporaryDataDir();
      try {
        await makeMigratedDatabase({ dataDir: template.dataDir, databaseUrl: undefined });
        const killed = runProgram('open-database.ts', [dataDir, template.dataDir]);
        while (!['database.new', 'database'].some((folder) => existsSync(join(dataDir, folder, part))))
          await delay(1);
        await killed.kill('SIGKILL');
        const next = runProgram('open-database.ts', [dataDir, template.dataDir]);
        await next.said('open 0');
        await next.kill('SIGTERM');
        expect(await next.ended).toBe(0);
        expect(existsSync(join(dataDir, 'database.new'))).toBe(false);
      } finally {
        await template.remove();
      }
    },
  );
});

describe('a start', () => {
  it.each(['', '-42\n/pgl'])(
    'killed once it had written %j to its own lock file is made good',
    async (written) => {
      const first = await openEmbeddedDatabasePool(dataDir, log);
      await first.close();
      writeFileSync(join(dataDir, 'database', 'postmaster.pid'), written);
      const next = await openEmbeddedDatabasePool(dataDir, log);
      expect((await next.pool.query('select 1 as n')).rows).toEqual([{ n: 1 }]);
      await next.close();
    },
  );

  it('killed again and again at any moment is made good', async () => {
    let worker: Worker | undefined;
    const found = (started: Worker) => {
      worker = started;
    };
    process.on('worker', found);
    const { pool, close } = await openEmbeddedDatabasePool(dataDir, log);
    await pool.query('create table numbers (n int)');
    for (let n = 0; n < 8; n += 1) {
      const before = worker;
      await worker?.terminate();
      while (worker === before) await delay(1);
      // A start takes about half a second.
      await delay(n * 70);
      await worker?.terminate();
    }
    process.off('worker', found);
    await vi.waitFor(() => pool.query('insert into numbers values (1)'), { timeout: 60_000, interval: 50 });
    expect((await pool.query('select n from numbers')).rows).toEqual([{ n: 1 }]);
    await close();
  });
});

describe('a worker', () => {
  it('that ends before it is noticed that it was ready is replaced', async () => {
    await (await openEmbeddedDatabasePool(dataDir, log)).close();
    let running: Worker | undefined;
    process.once('worker', (worker) => {
      running = worker;
    });
    const { pool, close } = await openEmbeddedDatabasePool(dataDir, log);
    let ended = 0;
    process.once('worker', (next) => {
      ended = next.threadId;
      next.postMessage({ kind: 'stop' } satisfies ToWorker);
      // Meanwhile it starts, says so, and stops: both are heard of in one turn.
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 8_000);
    });
    await running!.terminate();
    await vi.waitFor(() => pool.query('select 1'), { timeout: 60_000, interval: 50 });
    expect(ended).toBeGreaterThan(0);
    await close();
  });

  it.each([0, 5, 100, 1_000])('that is being replaced for %i ms is stopped with the pool', async (ms) => {
    let running: Worker | undefined;
    const found = (worker: Worker) => {
      running = worker;
    };
    process.on('worker', found);
    const { close } = await openEmbeddedDatabasePool(dataDir, log);
    await running!.terminate();
    await delay(ms);
    await close();
    expect(running!.threadId).toBe(-1);
    process.off('worker', found);
  });
});

describe('a second process on the same data folder', () => {
  it('is refused with one line, and the first one goes on', async () => {
    const first = runProgram('open-database.ts', [dataDir]);
    await first.said('open');
    const second = runProgram('open-database.ts', [dataDir]);
    expect(await second.ended).toBe(78);
    expect(second.output()).toMatch(
      /^The data folder is in use by a running Clublens \(process \d+ on .*\n$/,
    );
    await first.kill('SIGKILL');
    const third = runProgram('open-database.ts', [dataDir]);
    await third.said('open 0');
    await third.kill('SIGTERM');
  });
});

describe('a call that does not return', () => {
  it('is ended by replacing the database, nothing confirmed is lost', async () => {
    const { pool, close } = await openEmbeddedDatabasePool(dataDir, log, { callWithinMs: 5_000 });
    await pool.query('create table kept (id int)');
    await pool.query('insert into kept values (1)');
    const runaway = pool.query('select count(*) from generate_series(1, 100000000000) as series');
    await expect(runaway).rejects.toThrow();
    // Refused while the new one starts, which takes long on a slow machine.
    await vi.waitFor(
      async () => expect((await pool.query('select id from kept')).rows).toEqual([{ id: 1 }]),
      { timeout: 400_000, interval: 250 },
    );
    await pool.end();
    await close();
  });

  it('includes a transaction that is never ended: it is rolled back and others go on', async () => {
    const { pool, close } = await openEmbeddedDatabasePool(dataDir, log, { callWithinMs: 10_000 });
    await pool.query('create table kept (id int)');
    const forgotten = await pool.connect();
    forgotten.on('error', () => undefined);
    await forgotten.query('begin');
    await forgotten.query('insert into kept values (1)');
    const { rows } = await pool.query('select id from kept');
    expect(rows).toEqual([]);
    expect(() => forgotten.release()).toThrow('already been released');
    await pool.end();
    await close();
  });
});
