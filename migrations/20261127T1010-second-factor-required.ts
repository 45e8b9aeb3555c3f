import { type Kysely, sql } from 'kysely';

/** Since when administrators need a second factor; null: it is recommended. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table instance_setting add column second_factor_required_at timestamptz`.execute(db);
}
