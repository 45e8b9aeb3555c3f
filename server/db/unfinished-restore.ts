import { type Kysely, sql } from 'kysely';
import { StartError } from '#server/config/start-error.ts';

/**
 * A table that is there while a backup is being restored, and after a restore that was interrupted. It goes in the
 * transaction that brings the rows, so that there is either this table or a whole installation.
 */
export const UNFINISHED_RESTORE = 'unfinished_restore';

const table = sql.table(UNFINISHED_RESTORE);

export async function markUnfinishedRestore<T>(db: Kysely<T>): Promise<void> {
  await sql`create table if not exists ${table} ()`.execute(db);
}

export async function unmarkUnfinishedRestore<T>(db: Kysely<T>): Promise<void> {
  await sql`drop table if exists ${table}`.execute(db);
}

/** @throws StartError where a backup is being restored, or a restore was interrupted */
export async function refuseUnfinishedRestore<T>(db: Kysely<T>): Promise<void> {
  const { rows } = await sql`
    select 1 from pg_tables where schemaname = current_schema() and tablename = ${UNFINISHED_RESTORE}`.execute(
    db,
  );
  if (rows.length > 0)
    throw new StartError(
      'A backup is being restored into this installation, or its restore was interrupted. Run the same npm run restore again, then start.',
    );
}
