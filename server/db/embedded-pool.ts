import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import type { Logger } from '#server/logger.ts';
import { columnTypes } from './column-types.ts';
import { initialiseOnce, startEmbeddedHost } from './embedded-host.ts';
import { lockFolder } from './folder-lock.ts';
import type { OpenPool } from './pool-types.ts';
import { createQueryWatch } from './query-watch.ts';

const CALL_WITHIN_MS = 30_000;
/** Longest wait for the one connection. Beyond it the machine is overloaded and callers should hear so. */
const WAIT_WITHIN_MS = 30_000;

/**
 * The embedded Postgres in DATA_DIR/database. The pool has exactly one connection: all connections would share one
 * session, and the bridge to it answers parameterised queries of two at a time with each other's rows.
 */
export async function openEmbeddedPool(
  dataDir: string,
  log: Logger,
  callWithinMs = CALL_WITHIN_MS,
): Promise<OpenPool> {
  const databaseDir = join(dataDir, 'database');
  await mkdir(dataDir, { recursive: true, mode: 0o700 });
  let lost = false;
  const lock = await lockFolder(`${databaseDir}.lock`, () => {
    if (lost) return;
    lost = true;
    log.fatal(
      'the lock of the data folder is gone: another process may be writing, so this one stops using it',
    );
    void pool?.end();
    void host?.stop();
  });
  let host: Awaited<ReturnType<typeof startEmbeddedHost>> | undefined;
  let pool: pg.Pool | undefined;
  try {
    await initialiseOnce(databaseDir, log);
    const running = await startEmbeddedHost(databaseDir, log);
    host = running;
    const watch = createQueryWatch(
      callWithinMs,
      (seconds) => running.replace(`a call took more than ${seconds} s`),
      running.address,
    );
    pool = new pg.Pool({
      Client: watch.Client as never,
      user: 'postgres',
      password: 'unused',
      database: 'postgres',
      ssl: false,
      max: 1,
      idleTimeoutMillis: 0,
      connectionTimeoutMillis: WAIT_WITHIN_MS,
      types: columnTypes,
    });
    pool.on('error', (error) => log.warn({ err: error }, 'the connection to the embedded database broke'));
    watch.guardCheckouts(pool);
    return {
      pool,
      withoutTimeout: watch.withoutTimeout,
      async close() {
        watch.stop();
        await running.stop();
        await lock.release();
      },
    };
  } catch (error) {
    await host?.stop();
    await lock.release();
    throw error;
  }
}
