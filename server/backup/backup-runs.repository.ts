import { dirname } from 'node:path';
import { type Kysely, type RawBuilder, type Selectable, sql, type Updateable } from 'kysely';
import type { DB } from '#server/db/tables.ts';
import { newId } from '#server/ids.ts';

/** A backup counts as ended this long after its server last showed that it runs. */
const LEASE_MS = 60_000;
/** Number of the advisory lock: arbitrary, but the same in every Clublens server. */
const LOCK_NUMBER = 5_025_839_711;

const leaseEnd = sql<Date>`now() + ${sql.lit(LEASE_MS)} * interval '1 millisecond'`;

/** Notes that a backup begins; undefined while another one runs. From now on no stored file is removed. */
export async function beginBackupRun(db: Kysely<DB>, folder: string): Promise<string | undefined> {
  return db.transaction().execute(async (trx) => {
    await sql`select pg_advisory_xact_lock(${sql.lit(LOCK_NUMBER)})`.execute(trx);
    if (await isBackupRunning(trx)) return undefined;
    const id = newId();
    await trx.insertInto('backup_run').values({ id, folder, lease_until: leaseEnd }).execute();
    return id;
  });
}

export async function renewBackupRun(db: Kysely<DB>, id: string): Promise<void> {
  await db.updateTable('backup_run').set({ lease_until: leaseEnd }).where('id', '=', id).execute();
}

/** Notes how a backup ended, from when on stored files are removed again. */
export async function endBackupRun(
  db: Kysely<DB>,
  id: string,
  outcome: Updateable<DB['backup_run']>,
): Promise<void> {
  await db
    .updateTable('backup_run')
    .set({ ...outcome, finished_at: sql`now()`, lease_until: sql`now()` })
    .where('id', '=', id)
    .execute();
}

/** While a backup runs, the files its rows name have to stay. */
export async function isBackupRunning(db: Kysely<DB>): Promise<boolean> {
  const running = await db
    .selectFrom('backup_run')
    .select('id')
    .where('finished_at', 'is', null)
    .where('lease_until', '>', sql<Date>`now()`)
    .executeTakeFirst();
  return running !== undefined;
}

/** Ends runs that a killed process left. Only for the embedded database, which one process uses at a time. */
export async function endAbandonedBackupRuns(db: Kysely<DB>): Promise<void> {
  await db
    .updateTable('backup_run')
    .set({ lease_until: sql`now()` })
    .where('finished_at', 'is', null)
    .where('lease_until', '>', sql<Date>`now()`)
    .execute();
}

/** The backups below a folder that began at or after this moment. */
export async function listBackupRunsSince(db: Kysely<DB>, below: string, since: Date): Promise<BackupRun[]> {
  return db
    .selectFrom('backup_run')
    .selectAll()
    .where(sql<boolean>`starts_with(folder, ${below})`)
    .where('started_at', '>=', since)
    .execute();
}

/** Folders below this one in which backups were begun. */
export async function listBackupFolders(db: Kysely<DB>, below: string): Promise<string[]> {
  return (await listBackupRunsSince(db, below, new Date(0))).map(({ folder }) => folder);
}

export type BackupRun = Selectable<DB['backup_run']>;

/** The latest backup below a folder, running ones included. */
export async function findLatestBackupRun(db: Kysely<DB>, below: string): Promise<BackupRun | undefined> {
  return db
    .selectFrom('backup_run')
    .selectAll()
    .where(sql<boolean>`starts_with(folder, ${below})`)
    .orderBy('started_at', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
}

/** The folder that an administrator named last; their backups have names made of the moment, others any name. */
export async function findNamedFolder(db: Kysely<DB>): Promise<string | null> {
  const found = await db
    .selectFrom('backup_run')
    .select('folder')
    .where(sql<boolean>`folder ~ '[/\\\\][0-9-]{10}T[0-9-]{8}Z$'`)
    .orderBy('started_at', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return found ? dirname(found.folder) : null;
}

/** When a backup below a folder was last finished. */
export const findLastBackup = (db: Kysely<DB>, below: string): Promise<Date | null> =>
  findLast(db, below, sql<Date>`case when error is null then finished_at end`);

/** When restoring a backup below a folder last succeeded. */
export const findLastProof = (db: Kysely<DB>, below: string): Promise<Date | null> =>
  findLast(db, below, sql<Date>`proven_at`);

async function findLast(db: Kysely<DB>, below: string, moment: RawBuilder<Date>): Promise<Date | null> {
  const found = await db
    .selectFrom('backup_run')
    .select(sql<Date | null>`max(${moment})`.as('at'))
    .where(sql<boolean>`starts_with(folder, ${below})`)
    .executeTakeFirst();
  return found?.at ?? null;
}
