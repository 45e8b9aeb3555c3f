import { type Kysely, sql } from 'kysely';

/** By which import somebody came onto a club's list of people: with its undo they leave it. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table club_person add column import_id uuid references member_import (id) on delete set null`.execute(
    db,
  );
  await sql`create index club_person_import on club_person (import_id) where import_id is not null`.execute(
    db,
  );
}
