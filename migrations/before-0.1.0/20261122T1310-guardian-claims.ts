import { type Kysely, sql } from 'kysely';

/**
 * "I am a parent of Mia Berg", in the member's own words: the club decides which of its people is meant. A claim is
 * deleted when it is decided; what it led to stands in `guardianship`.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table guardian_claim (
      id uuid primary key,
      club_id uuid not null references club (id) on delete cascade,
      user_id uuid not null references app_user (id) on delete cascade,
      relation text not null check (relation in ('child', 'self')),
      name text not null,
      claimed_at timestamptz not null
    )`.execute(db);
  await sql`create index guardian_claim_club on guardian_claim (club_id, claimed_at)`.execute(db);
  await sql`create index guardian_claim_user on guardian_claim (user_id)`.execute(db);
}
