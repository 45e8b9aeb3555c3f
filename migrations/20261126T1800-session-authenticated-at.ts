import { type Kysely, sql } from 'kysely';

/** When the password was last given in a session of the page; null for other clients, and until the page renews a session from before. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table session add column authenticated_at timestamptz`.execute(db);
}
