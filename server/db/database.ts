import { Kysely, sql } from 'kysely';
import type { Logger } from '#server/logger.ts';
import { ClublensDialect } from './dialect.ts';
import { type EmbeddedOptions, openEmbeddedDatabasePool } from './embedded-database-pool.ts';
import type { OpenPool } from './pool-types.ts';
import { openServerPool } from './postgres-server-pool.ts';
import { storeSessionSettings } from './session-settings.ts';
import type { DB } from './tables.ts';
import { waitForPostgresServer } from './wait-for-postgres-server.ts';
import { within } from './within.ts';

/** Where the database is. */
export interface DatabasePlace {
  dataDir: string;
  /** Connection string of a Postgres server; undefined means embedded. */
  databaseUrl: string | undefined;
  /** The same past a pooler; undefined where DATABASE_URL leads to the server itself. */
  databaseDirectUrl?: string | undefined;
}

/** For what a pooler in transaction mode does not carry: LISTEN, migrations, backups and restores. */
export const pastPooler = ({ dataDir, databaseUrl, databaseDirectUrl }: DatabasePlace): DatabasePlace => ({
  dataDir,
  databaseUrl: databaseDirectUrl ?? databaseUrl,
});

export interface Database {
  db: Kysely<DB>;
  /** Embedded: one connection, events travel in-process, no LISTEN. Server: a real Postgres. */
  kind: 'embedded' | 'server';
  withoutTimeout: OpenPool['withoutTimeout'];
  writes: OpenPool['writes'];
  /** How many connections there are, and how many calls wait for one. */
  connections(): { used: number; idle: number; waiting: number };
  /** Rejects when the database does not answer within this time. */
  ping(withinMs: number): Promise<void>;
  close(): Promise<void>;
}

/**
 * Opens the database the settings name: the embedded one in DATA_DIR, or a Postgres server.
 * @param embedded settings of the embedded Postgres, such as `shared_buffers`, and a folder to copy where it is new
 * @throws StartError when the data folder is in use by another process, or the server is not there or not fit
 */
export async function openDatabase(
  config: DatabasePlace,
  log: Logger,
  embedded: EmbeddedOptions = {},
): Promise<Database> {
  const kind = config.databaseUrl === undefined ? 'embedded' : 'server';
  const { databaseUrl, databaseDirectUrl } = config;
  if (databaseUrl !== undefined && databaseDirectUrl !== undefined) {
    // Before anything is asked through the pooler, whose connections keep the settings that they began with.
    await waitForPostgresServer(databaseDirectUrl, log);
    await storeSessionSettings(databaseUrl, databaseDirectUrl, log);
  } else if (databaseUrl !== undefined) await waitForPostgresServer(databaseUrl, log);
  const { pool, withoutTimeout, writes, close } =
    databaseUrl === undefined
      ? await openEmbeddedDatabasePool(config.dataDir, log, embedded)
      : openServerPool(databaseUrl, log, databaseDirectUrl !== undefined);
  const db = new Kysely<DB>({ dialect: new ClublensDialect({ pool }) });
  return {
    db,
    kind,
    withoutTimeout,
    writes,
    connections: () => ({
      used: pool.totalCount - pool.idleCount,
      idle: pool.idleCount,
      waiting: pool.waitingCount,
    }),
    async ping(withinMs) {
      await within(withinMs, sql`select 1`.execute(db));
    },
    async close() {
      await db.destroy();
      await close();
    },
  };
}
