import { type Kysely, sql } from 'kysely';

const KEPT = ['kysely_migration', 'kysely_migration_lock', 'role'];

/** Empties every table of ours but the ones migrations fill, for a clean state between tests. */
// biome-ignore lint/suspicious/noExplicitAny: works on whatever tables there are
export async function emptyTables(db: Kysely<any>): Promise<void> {
  const { rows } = await sql<{ name: string }>`
    select quote_ident(tablename) as name from pg_tables where schemaname = current_schema()
    and tablename <> all(${KEPT})`.execute(db);
  if (rows.length === 0) return;
  const names = rows.map((row) => row.name).join(', ');
  await sql.raw(`truncate ${names} restart identity cascade`).execute(db);
}
