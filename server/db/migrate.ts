import { readdir, readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { type Kysely, sql, type Transaction } from 'kysely';
import { type Migration, Migrator } from 'kysely/migration';
import { StartError } from '#server/config/start-error.ts';
import type { Logger } from '#server/logger.ts';
import type { Database } from './database.ts';
import type { DB } from './tables.ts';
import { refuseUnfinishedRestore } from './unfinished-restore.ts';

const MIGRATIONS = new URL('../../migrations/', import.meta.url);
/** Folder of the migrations that BASELINE stands for, where the database is empty. */
const BEFORE_BASELINE = 'before-0.1.0';
const BASELINE = 'baseline.sql';
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
    const files = await findMigrations(folder);
    // Kysely's migrator reads all tables first, which takes a quarter of a second.
    if (areSame(await listApplied(trx), files)) return [];
    const { error, results } = await migrate(trx, files, folder);
    if (error)
      throw describeFailure(error, results?.find((result) => result.status === 'Error')?.migrationName);
    return (results ?? []).map((result) => result.migrationName);
  });
}

/** The names of all migrations there are, in order. */
export async function listMigrations(folder = MIGRATIONS): Promise<string[]> {
  return (await findMigrations(folder)).map(({ name }) => name);
}

/** Waits until no other server changes the schema; until the transaction ends, none does. */
export async function lockMigrations(trx: Kysely<unknown> | Transaction<DB>): Promise<void> {
  await sql`select pg_advisory_xact_lock(${sql.lit(LOCK_NUMBER)})`.execute(trx as Kysely<unknown>);
}

/** Applies those of these migrations that are missing, in the transaction of the caller. */
export async function migrateUpTo(trx: Transaction<DB>, names: readonly string[]): Promise<void> {
  const all = await findMigrations(MIGRATIONS);
  const some = all.filter(({ name }) => names.includes(name));
  const hasAll = all.every((each) => !each.isBeforeBaseline || some.includes(each));
  const { error } = await migrate(trx, some, hasAll ? MIGRATIONS : undefined);
  if (error) throw error;
}

interface MigrationFile {
  name: string;
  url: URL;
  isBeforeBaseline: boolean;
}

/** In order. */
async function findMigrations(folder: URL): Promise<MigrationFile[]> {
  const paths = (await readdir(folder, { recursive: true })).filter((path) => path.endsWith('.ts'));
  return paths
    .map((path) => ({
      name: basename(path, '.ts'),
      url: new URL(path.replaceAll('\\', '/'), folder),
      isBeforeBaseline: path.startsWith(BEFORE_BASELINE),
    }))
    .sort((a, b) => (a.name < b.name ? -1 : 1));
}

/**
 * Applies those that are missing; each is loaded only then.
 * @param folder with it, an empty database gets the baseline, recorded as all the migrations it stands for
 */
async function migrate(
  db: Kysely<unknown> | Transaction<DB>,
  files: MigrationFile[],
  folder: URL | undefined,
) {
  const migrations: Record<string, Migration> = Object.fromEntries(
    files.map(({ name, url }) => [
      name,
      { up: async (trx) => ((await import(url.href)) as Migration).up(trx) } satisfies Migration,
    ]),
  );
  const [first, ...others] = files.filter(({ isBeforeBaseline }) => isBeforeBaseline);
  if (folder && first && !(await hasMigrations(db))) {
    const baseline = await readFile(new URL(BASELINE, folder), 'utf8');
    migrations[first.name] = { up: async (trx) => void (await sql.raw(baseline).execute(trx)) };
    for (const { name } of others) migrations[name] = { up: async () => undefined };
  }
  return new Migrator({ db, provider: { getMigrations: async () => migrations } }).migrateToLatest();
}

/** The names of the migrations that the database has. */
async function listApplied(db: Kysely<unknown>): Promise<Set<string>> {
  if (!(await hasMigrations(db))) return new Set();
  const { rows } = await sql<{ name: string }>`select name from kysely_migration`.execute(db);
  return new Set(rows.map(({ name }) => name));
}

const areSame = (applied: Set<string>, files: MigrationFile[]): boolean =>
  applied.size === files.length && files.every(({ name }) => applied.has(name));

async function hasMigrations(db: Kysely<unknown> | Transaction<DB>): Promise<boolean> {
  const { rows } = await sql`select 1 from pg_tables
    where schemaname = current_schema() and tablename = 'kysely_migration'`.execute(db as Kysely<unknown>);
  return rows.length > 0;
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
