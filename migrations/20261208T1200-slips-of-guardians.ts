import { type Kysely, sql } from 'kysely';

/**
 * An invitation for a child's guardian, made from now on, may confirm the guardianship by being used (decision 0073). A guardianship
 * that began so can be taken back for some days. A claim made by one means this child.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table invitation add column confirms_guardian boolean not null default false`.execute(db);
  await sql`alter table guardianship add column by_invitation boolean not null default false`.execute(db);
  await sql`alter table guardian_claim
    add column club_person_id uuid references club_person (id) on delete cascade`.execute(db);
  await sql`create index guardian_claim_club_person_id on guardian_claim (club_person_id)`.execute(db);
}
