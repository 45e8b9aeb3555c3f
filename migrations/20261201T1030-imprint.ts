import { type Kysely, sql } from 'kysely';

/** Addresses of the club's imprint and data protection statement; null: none. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table instance_setting add column imprint_url text, add column privacy_url text`.execute(
    db,
  );
}
