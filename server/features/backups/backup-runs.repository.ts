import { type Kysely, sql } from 'kysely';
import type { DB } from '#server/db/tables.ts';
import { newId } from '#server/ids.ts';

/** A backup whose server has died counts as ended after this. */
const LEASE_MS = 60_000;
/** Any number will do, as long as every Clublens server asks for the same one. */
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
  outcome: { photos: number; bytes: number; faulty_originals: number } | { error: string },
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
