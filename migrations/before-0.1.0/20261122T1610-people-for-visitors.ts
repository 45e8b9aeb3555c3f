import { type Kysely, sql } from 'kysely';

/** Whether visitors by a link to a whole gallery may filter its photos by person, without names. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table share_link add column show_people boolean not null default false`.execute(db);
  await sql`alter table share_link add check (scope = 'gallery' or not show_people)`.execute(db);
}
