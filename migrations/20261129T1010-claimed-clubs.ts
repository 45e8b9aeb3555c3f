import { type Kysely, sql } from 'kysely';

/** The clubs that an OpenID provider has once made an account a member of. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table external_identity add column claimed_club_ids uuid[] not null default '{}'`.execute(
    db,
  );
}
