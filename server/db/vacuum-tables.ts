import { type Kysely, sql } from 'kysely';
import type { DB } from './tables.ts';

const PAGE_BYTES = 8192;
const GROWN_SHARE = 1.2;
const GROWN_PAGES = 8;

/**
 * Does what autovacuum does on a database server, which the embedded database lacks: vacuums, so that the room of deleted
 * rows is used again, and renews the statistics by which the planner chooses. Each table once a day, because deleted rows
 * are not counted, and a table whose file has grown by a fifth since the last time at once, because its statistics are of
 * another size. One table at a time, as nothing else is answered meanwhile. May take longer than a query may.
 * @returns the names of these tables, smallest first
 */
export async function vacuumTables(db: Kysely<DB>, now: Date): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select c.relname as name from pg_class c join pg_stat_user_tables s on s.relid = c.oid
    where c.relnamespace = 'public'::regnamespace and (
      pg_relation_size(c.oid) / ${PAGE_BYTES}::int > c.relpages * ${GROWN_SHARE}::float8 + ${GROWN_PAGES}::int
      or coalesce(s.last_vacuum, pg_postmaster_start_time()) < ${now}::timestamptz - interval '1 day')
    order by pg_relation_size(c.oid), c.relname`.execute(db);
  for (const { name } of rows) await sql`vacuum (analyze) ${sql.table(name)}`.execute(db);
  return rows.map(({ name }) => name);
}
