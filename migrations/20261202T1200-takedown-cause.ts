import { type Kysely, sql } from 'kysely';

/** What hid a photo that nobody asked about: unknown for requests of before. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table takedown add column cause text check (cause in ('family', 'person', 'club'))`.execute(
    db,
  );
}
