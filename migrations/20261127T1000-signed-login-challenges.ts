import { type Kysely, sql } from 'kysely';

/** Sign-ins that wait for a code have signed challenges too. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`drop table login_challenge`.execute(db);
}
