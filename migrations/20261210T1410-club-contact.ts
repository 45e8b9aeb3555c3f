import { type Kysely, sql } from 'kysely';

/** Whom members of a club turn to, as the club writes it. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table club add column contact text not null default ''`.execute(db);
}
