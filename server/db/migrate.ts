import { readdir } from 'node:fs/promises';
import { type Kysely, sql, type Transaction } from 'kysely';
import { type Migration, Migrator } from 'kysely/migration';
import { StartError } from '#server/config/start-error.ts';
import type { Logger } from '#server/logger.ts';
import type { Database } from './database.ts';
import type { DB } from './tables.ts';
import { refuseUnfinishedRestore } from './unfinished-restore.ts';

const MIGRATIONS = new URL('../../migrations/', import.meta.url);
/** Number of the advisory lock: arbitrary, but the same in every Clublens server. */
const LOCK_NUMBER = 5_025_839_710;
const NO_PRIVILEGE = '42501';

/**
 * Brings the schema up to date: all missing migrations or none, and once only when several servers start together.
 * @param folder where the migrations are; ends with a slash
 * @returns the names of the migrations applied now
 * @throws StartError when the database's user may not do what a migration needs, or a restore was interrupted
 */
export async function migrateDatabase(
  database: Pick<Database, 'db' | 'withoutTimeout'>,
  log: Logger,
  folder = MIGRATIONS,
): Promise<string[]> {
  const started = Date.now();
  const applied = await database.withoutTimeout(() => applyMissing(database.db as Kysely<unknown>, folder));
  if (applied.length > 0) log.info({ applied, ms: Date.now() - started }, 'database migrated');
  return applied;
}

function applyMissing(db: Kysely<unknown>, folder: URL): Promise<string[]> {
  return db.transaction().execute(async (trx) => {
    await sql`set local statement_timeout = 0`.execute(trx);
    await lockMigrations(trx);
    await refuseUnfinishedRestore(trx);
    const migrator = new Migrator({ db: trx, provider: { getMigrations: () => loadMigrations(folder) } });
    const { error, results } = await migrator.migrateToLatest();
    if (error)
      throw describeFailure(error, results?.find((result) => result.status === 'Error')?.migrationName);
    return (results ?? []).map((result) => result.migrationName);
  });
}

/** The names of all migrations there are, in order. */
export async function listMigrations(folder = MIGRATIONS): Promise<string[]> {
  return Object.keys(await loadMigrations(folder));
}

/** Waits until no other server changes the schema; until the transaction ends, none does. */
export async function lockMigrations(trx: Kysely<unknown> | Transaction<DB>): Promise<void> {
  await sql`select pg_advisory_xact_lock(${sql.lit(LOCK_NUMBER)})`.execute(trx as Kysely<unknown>);
}

/** Applies those of these migrations that are missing, in the transaction of the caller. */
export async function migrateUpTo(trx: Transaction<DB>, names: readonly string[]): Promise<void> {
  const all = await loadMigrations(MIGRATIONS);
  const some = Object.fromEntries(Object.entries(all).filter(([name]) => names.includes(name)));
  const migrator = new Migrator({ db: trx, provider: { getMigrations: async () => some } });
  const { error } = await migrator.migrateToLatest();
  if (error) throw error;
}

async function loadMigrations(folder: URL): Promise<Record<string, Migration>> {
  const files = (await readdir(folder)).filter((name) => name.endsWith('.ts')).sort();
  const migrations: Record<string, Migration> = {};
  for (const file of files) {
    migrations[file.slice(0, -'.ts'.length)] = await import(new URL(file, folder).href);
  }
  return migrations;
}

function describeFailure(cause: unknown, name: string | undefined): Error {
  const { code, message } = cause as { code?: string; message?: string };
  if (code === NO_PRIVILEGE)
    return new StartError(
      `The database server said: ${message}. Let its superuser run CREATE EXTENSION vector in this database once, and ` +
        'make the user of DATABASE_URL the owner of the database; then start again.',
    );
  return new Error(`Migration ${name ?? ''} failed; the database is as it was before`, { cause });
}
