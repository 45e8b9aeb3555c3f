import pg from 'pg';
import type { Logger } from '#server/logger.ts';
import { waitForPostgresServer } from './wait-for-postgres-server.ts';

/** What every connection of the server has set: sent when it begins, or stored with the role where a pooler would lose it. */
export const sessionSettings = {
  /** Milliseconds; the server cancels a statement that runs longer. */
  statement_timeout: '30000',
  /** Milliseconds, longer than any statement: a transaction that sits idle this long was forgotten. */
  idle_in_transaction_session_timeout: '60000',
  /** Our statements read few rows; compiling them takes Postgres longer than running them (events: 632 instead of 27 ms). */
  jit: 'off',
};

type Settings = Record<string, string>;
/** A role and database, quoted, with the settings that a connection of it begins with. */
type Role = { role: string; database: string; settings: Settings };
const NO_PRIVILEGE = '42501';

/**
 * Stores the settings with the role that a pooler connects as, before the first connection of it where it is that of `directUrl`.
 * Says so where they are not in force: the pooler's connections may be older, or the role may not store them.
 * @param directUrl the same database, past the pooler
 */
export async function storeSessionSettings(
  pooledUrl: string,
  directUrl: string,
  log: Logger,
  wanted: Settings = sessionSettings,
): Promise<void> {
  const missingIn = ({ role, database, settings }: Role) =>
    Object.entries(wanted)
      .filter(([name, value]) => settings[name] !== value)
      .map(([name, value]) => `alter role ${role} in database ${database} set ${name} = '${value}'`);
  await connected(directUrl, async (direct) => {
    for (const statement of missingIn(await readRole(direct, wanted))) await direct.query(statement);
    await waitForPostgresServer(pooledUrl, log);
    const statements = missingIn(await connected(pooledUrl, (pooled) => readRole(pooled, wanted)));
    if (statements.length === 0) return;
    try {
      for (const statement of statements) await direct.query(statement);
      log.warn(
        'connections of the pooler have other settings than those stored with its role: run RECONNECT on its console',
      );
    } catch (error) {
      if ((error as { code?: string }).code !== NO_PRIVILEGE) throw error;
      log.warn(
        { statements },
        'the role of DATABASE_DIRECT_URL may not do this for that of DATABASE_URL: let a superuser run these statements, then RECONNECT on the console of the pooler',
      );
    }
  });
}

async function readRole(client: pg.Client, wanted: Settings): Promise<Role> {
  const { rows } = await client.query<Role>(
    `select quote_ident(current_user) as role, quote_ident(current_database()) as database,
      (select json_object_agg(name, reset_val) from pg_settings where name = any($1)) as settings`,
    [Object.keys(wanted)],
  );
  return rows[0]!;
}

async function connected<T>(connectionString: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString, connectionTimeoutMillis: 5_000 });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}
