import { type Kysely, sql } from 'kysely';

/** Filled by migrations, as an array of Postgres. */
export const KEPT = '{kysely_migration,kysely_migration_lock,role}';

/**
 * Empties every table of ours but the ones migrations fill, for a clean state between tests. Rows are deleted with
 * foreign keys and triggers off: truncating so many small tables takes ten times as long.
 */
// biome-ignore lint/suspicious/noExplicitAny: works on whatever tables there are
export async function emptyTables(db: Kysely<any>): Promise<void> {
  await sql`
    do $$
    declare
      tables record;
    begin
      set local session_replication_role = replica;
      for tables in
        select quote_ident(tablename) as name from pg_tables
        where schemaname = current_schema() and tablename <> all(${sql.lit(KEPT)}::text[])
      loop
        execute 'delete from ' || tables.name;
      end loop;
    end $$`.execute(db);
}
