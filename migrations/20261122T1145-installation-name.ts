import { type Kysely, sql } from 'kysely';

/** What people call the installation, as in "TSV Nord Photos". Null: nobody has chosen a name. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table instance_setting add column name text`.execute(db);
}
