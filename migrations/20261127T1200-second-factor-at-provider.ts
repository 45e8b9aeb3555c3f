import { type Kysely, sql } from 'kysely';

/** Sessions for which an OpenID provider asked for a second factor. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table session add column second_factor_at_provider boolean not null default false`.execute(
    db,
  );
}
