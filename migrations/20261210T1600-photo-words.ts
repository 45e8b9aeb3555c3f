import { type Kysely, sql } from 'kysely';

/** What files say of what is to be seen, for editors, and names that are not read from files again: docs/decisions/0081. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table photo_words (
      photo_id uuid primary key references photo (id) on delete cascade,
      caption text not null,
      headline text not null,
      keywords jsonb not null,
      people jsonb not null,
      regions jsonb not null,
      applied_width integer check (applied_width > 0),
      applied_height integer check (applied_height > 0)
    )`.execute(db);
  await sql`
    create table erased_name (
      club_id uuid not null references club (id) on delete cascade,
      name_mac bytea not null,
      words smallint not null check (words > 0),
      primary key (club_id, name_mac)
    )`.execute(db);
}
