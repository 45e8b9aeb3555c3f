import pg from 'pg';
import type { Logger } from '#server/logger.ts';
import { columnParsers } from './column-parsers.ts';
import { loggingBrokenConnections } from './log-broken-connections.ts';
import type { OpenPool } from './pool-types.ts';

const CONNECTIONS_PER_PROCESS = 10;
const CONNECT_WITHIN_MS = 5_000;
/** The server cancels a statement that runs longer. */
const QUERY_WITHIN_MS = 30_000;
/** Longer than any statement: a transaction that sits idle this long was forgotten. */
const IDLE_TRANSACTION_MS = 60_000;

/** A pool on a Postgres server; the server itself cuts off what takes too long. */
export function openServerPool(connectionString: string, log: Logger): OpenPool {
  const pool = new pg.Pool({
    Client: loggingBrokenConnections(pg.Client, log) as never,
    connectionString,
    max: CONNECTIONS_PER_PROCESS,
    connectionTimeoutMillis: CONNECT_WITHIN_MS,
    statement_timeout: QUERY_WITHIN_MS,
    idle_in_transaction_session_timeout: IDLE_TRANSACTION_MS,
    // A connection may be lost without an error; then only a time limit on this side ends the wait.
    query_timeout: QUERY_WITHIN_MS + CONNECT_WITHIN_MS,
    keepAlive: true,
    application_name: 'clublens',
    // Our statements read few rows; compiling them takes Postgres longer than running them (events: 632 instead of 27 ms).
    options: '-c jit=off',
    types: columnParsers,
  });
  pool.on('error', () => undefined); // logged by the client
  return { pool, withoutTimeout: (work) => work(), writes: null, close: async () => undefined };
}
