import { type Kysely, sql } from 'kysely';

/** Filled by migrations, as an array of Postgres. */
export const KEPT = '{kysely_migration,kysely_migration_lock,role}';

/**
 * Empties every table of ours but the ones migrations fill, for a clean state between tests. Rows are deleted with
 * foreign keys and triggers off: truncating so many small tables takes ten times as long. Tables without a page have no rows, and are
 * most of them.
 * @returns the tables that had pages, quoted; those of deleted rows go with a `vacuum`
 */
// biome-ignore lint/suspicious/noExplicitAny: works on whatever tables there are
export async function emptyTables(db: Kysely<any>): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select quote_ident(relname) as name from pg_class
    where relkind = 'r' and relnamespace = current_schema()::regnamespace and relname <> all(${sql.lit(KEPT)}::text[])
      and pg_relation_size(oid) > 0`.execute(db);
  const names = rows.map(({ name }) => name);
  if (names.length === 0) return [];
  await sql`
    do $$
    begin
      set local session_replication_role = replica;
      ${sql.raw(names.map((name) => `delete from ${name};`).join('\n'))}
    end $$`.execute(db);
  return names;
}
