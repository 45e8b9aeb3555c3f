import { readdir } from 'node:fs/promises';
import { type Kysely, sql } from 'kysely';
import { type Migration, Migrator } from 'kysely/migration';
import { StartError } from '#server/config/start-error.ts';
import type { Logger } from '#server/logger.ts';
import type { Database } from './database.ts';

const MIGRATIONS = new URL('../../migrations/', import.meta.url);
/** Any number will do, as long as every Clublens server asks for the same one. */
const LOCK_NUMBER = 5_025_839_710;
const NO_PRIVILEGE = '42501';

/**
 * Brings the schema up to date: all missing migrations or none, and once only when several servers start together.
 * @param folder where the migrations are; ends with a slash
 * @returns the names of the migrations applied now
 * @throws StartError when the database's user may not do what a migration needs
 */
export async function migrateDatabase(
  database: Database,
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
    await sql`select pg_advisory_xact_lock(${sql.lit(LOCK_NUMBER)})`.execute(trx);
    const migrator = new Migrator({ db: trx, provider: { getMigrations: () => loadMigrations(folder) } });
    const { error, results } = await migrator.migrateToLatest();
    if (error)
      throw describeFailure(error, results?.find((result) => result.status === 'Error')?.migrationName);
    return (results ?? []).map((result) => result.migrationName);
  });
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
