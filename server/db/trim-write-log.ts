import { type Kysely, sql } from 'kysely';
import type { DB } from './tables.ts';

const LONGEST_BYTES = 48 * 1024 * 1024;

/**
 * Ends the write log of the embedded database that is not needed any more. It runs without the process that does so elsewhere,
 * and its log grew until the next start, on the disk of the photos.
 */
export async function trimWriteLog(db: Kysely<DB>): Promise<void> {
  const { rows } = await sql<{
    bytes: number;
  }>`select coalesce(sum(size), 0)::float8 as bytes from pg_ls_waldir()`.execute(db);
  if ((rows[0]?.bytes ?? 0) > LONGEST_BYTES) await sql`checkpoint`.execute(db);
}
