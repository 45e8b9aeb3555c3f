import { type Kysely, sql } from 'kysely';

/**
 * An invitation may ask who accepts it whether they are a guardian of this child. One of an undone import, whose link still
 * says that it was withdrawn, outlives the child.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table invitation
    add column guardian_of uuid references club_person (id) on delete set null,
    add constraint invitation_for_one_guardian check (guardian_of is null or (max_uses = 1 and role = 'member'))`.execute(
    db,
  );
  await sql`create index invitation_guardian_of on invitation (guardian_of) where guardian_of is not null`.execute(
    db,
  );
}
