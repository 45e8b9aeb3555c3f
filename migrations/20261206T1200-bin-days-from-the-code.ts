import { type Kysely, sql } from 'kysely';

/** How long deleted photos wait where nobody has chosen is said by the code alone. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table instance_setting alter column bin_days drop default`.execute(db);
}
