import pg from 'pg';
import type { Logger } from '#server/logger.ts';
import { columnParsers } from './column-parsers.ts';
import { loggingBrokenConnections } from './log-broken-connections.ts';
import type { OpenPool } from './pool-types.ts';
import { sessionSettings } from './session-settings.ts';

const CONNECTIONS_PER_PROCESS = 10;
const CONNECT_WITHIN_MS = 5_000;

/**
 * A pool on a Postgres server; the server itself cuts off what takes too long.
 * @param isPooled through a pooler, which refuses or loses settings: they are stored with the role (session-settings.ts)
 */
export function openServerPool(connectionString: string, log: Logger, isPooled = false): OpenPool {
  const { jit, statement_timeout, idle_in_transaction_session_timeout } = sessionSettings;
  const pool = new pg.Pool({
    Client: loggingBrokenConnections(pg.Client, log) as never,
    connectionString,
    max: CONNECTIONS_PER_PROCESS,
    connectionTimeoutMillis: CONNECT_WITHIN_MS,
    ...(!isPooled && {
      statement_timeout: Number(statement_timeout),
      idle_in_transaction_session_timeout: Number(idle_in_transaction_session_timeout),
      options: `-c jit=${jit}`,
    }),
    // A connection may be lost without an error; then only a time limit on this side ends the wait.
    query_timeout: Number(statement_timeout) + CONNECT_WITHIN_MS,
    keepAlive: true,
    application_name: 'clublens',
    types: columnParsers,
  });
  pool.on('error', () => undefined); // logged by the client
  return { pool, withoutTimeout: (work) => work(), writes: null, close: async () => undefined };
}
