import { type Kysely, sql } from 'kysely';
import type { DB } from '#server/db/tables.ts';

/** Every row of every table, as Postgres itself writes it, by table. */
export async function allRows(db: Kysely<DB>): Promise<Record<string, string[]>> {
  return db.transaction().execute(async (trx) => {
    await sql`set local timezone = 'UTC'`.execute(trx);
    const { rows: tables } = await sql<{ name: string }>`
      select relname as name from pg_class where relkind = 'r' and relpersistence = 'p'
      and relnamespace = current_schema()::regnamespace and relname not like 'kysely%' order by 1`.execute(
      trx,
    );
    const found: Record<string, string[]> = {};
    for (const { name } of tables) {
      const { rows } = await sql<{ row: string }>`
        select t::text as row from ${sql.table(name)} t order by t::text collate "C"`.execute(trx);
      found[name] = rows.map(({ row }) => row);
    }
    return found;
  });
}

/** Those of tables that backups have: where phones are told and which faces changed is in none. */
export const rowsInBackups = async (db: Kysely<DB>): Promise<Record<string, string[]>> =>
  Object.fromEntries(
    Object.entries(await allRows(db)).filter(([name]) => !/^(web_push_|face_change$)/.test(name)),
  );
