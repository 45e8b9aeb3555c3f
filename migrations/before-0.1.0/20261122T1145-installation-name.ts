import { type Kysely, sql } from 'kysely';

/** What people call the installation, as in "TSV Nord Photos". Null: no name was chosen. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table instance_setting add column name text`.execute(db);
}
