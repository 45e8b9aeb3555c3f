import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { StartError } from '#server/config/start-error.ts';
import type { Logger } from '#server/logger.ts';
import { loggingBrokenConnections } from './log-broken-connections.ts';

/** The oldest server the tests have passed on. */
const OLDEST_SERVER = 150_000;
/** Older ones have known faults in what we rely on. */
const OLDEST_PGVECTOR = '0.8.2';
const TRY_EVERY_MS = 1_000;
/** A database that starts together with us: not listening yet, its name not known yet, or still recovering (57P03). */
const STARTING = new Set(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'ETIMEDOUT', 'EHOSTUNREACH', '57P03']);

/**
 * Waits until the database server answers, and checks that its version and extensions are sufficient.
 * @param withinMs how long a server that is not there yet is waited for
 * @throws StartError in words for the operator: not reached, refused, no such database, too old, no pgvector
 */
export async function waitForPostgresServer(
  databaseUrl: string,
  log: Logger,
  withinMs = 30_000,
): Promise<void> {
  const giveUpAt = Date.now() + withinMs;
  for (let logged = false; ; logged = true) {
    try {
      return await checkServer(databaseUrl, log);
    } catch (error) {
      if (!STARTING.has(codeOf(error)) || Date.now() >= giveUpAt)
        throw explainConnectionFailure(error, databaseUrl);
      if (!logged) log.warn({ code: codeOf(error) }, 'the database server is not there yet, waiting for it');
    }
    await delay(TRY_EVERY_MS);
  }
}

async function checkServer(connectionString: string, log: Logger): Promise<void> {
  const client = new (loggingBrokenConnections(pg.Client, log))({
    connectionString,
    connectionTimeoutMillis: 5_000,
  });
  await client.connect();
  try {
    const { rows } = await client.query<{ server: number; version: string; pgvector: string | null }>(`
      select current_setting('server_version_num')::int as server, current_setting('server_version') as version,
        (select coalesce(installed_version, default_version) from pg_available_extensions where name = 'vector')
          as pgvector`);
    const [found] = rows;
    if (!found) throw new Error('The database server did not say what it is');
    if (found.server < OLDEST_SERVER)
      throw new StartError(`The database server is PostgreSQL ${found.version}; Clublens needs 15 or newer.`);
    if (!found.pgvector)
      throw new StartError(
        'The database server lacks the extension pgvector. Install it there and start again.',
      );
    if (isOlder(found.pgvector, OLDEST_PGVECTOR))
      throw new StartError(
        `The database has pgvector ${found.pgvector}; Clublens needs ${OLDEST_PGVECTOR} or newer. ` +
          'Install it there, and where an older one is in use run: ALTER EXTENSION vector UPDATE',
      );
  } finally {
    await client.end();
  }
}

/** Whether version a comes before version b; both are numbers with dots. */
export function isOlder(a: string, b: string): boolean {
  return a.localeCompare(b, 'en', { numeric: true }) < 0;
}

/** What went wrong, as PostgreSQL or the operating system call it. The driver gives its own time limit no code. */
function codeOf(error: unknown): string {
  const { code, message } = error as { code?: unknown; message?: unknown };
  return message === 'timeout expired' ? 'ETIMEDOUT' : String(code ?? '');
}

/** A StartError in words for the operator, with the address but never its password; other errors come back unchanged. */
function explainConnectionFailure(error: unknown, databaseUrl: string): unknown {
  const { host, pathname, username } = new URL(databaseUrl);
  switch (codeOf(error)) {
    case '28P01':
    case '28000':
      return new StartError(
        `The database server at ${host} does not let ${username || 'this user'} in. Check name and password in DATABASE_URL.`,
      );
    case '3D000':
      return new StartError(
        `There is no database ${pathname.slice(1)} at ${host}. Create it and start again.`,
      );
    default:
      return STARTING.has(codeOf(error))
        ? new StartError(
            `The database server at ${host} cannot be reached (${codeOf(error)}). Check DATABASE_URL.`,
          )
        : error;
  }
}
