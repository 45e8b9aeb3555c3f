import { type Kysely, sql } from 'kysely';

/** Which question about two people comes first: clustering knows, and distance alone does not say it. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table person_suggestion add column rank integer not null default 0`.execute(db);
  await sql`drop index person_suggestion_gallery`.execute(db);
  await sql`create index person_suggestion_gallery on person_suggestion (gallery_id, rank, distance)`.execute(
    db,
  );
}
