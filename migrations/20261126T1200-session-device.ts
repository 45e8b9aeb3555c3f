import { type Kysely, sql } from 'kysely';

/** What each session was opened with, so that people recognise where they are signed in. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table session add column browser text, add column system text`.execute(db);
}
