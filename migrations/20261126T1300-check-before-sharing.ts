import { type Kysely, sql } from 'kysely';

/**
 * What is decided before people outside the club see photos: photos that are left out by hand, and people about whom a human
 * said that they may be shown. Links that are active count as checked.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table photo add column is_kept_inside boolean not null default false`.execute(db);
  await sql`create index photo_kept_inside on photo (id) where is_kept_inside`.execute(db);
  await sql`alter table person add column checked_as text
    constraint person_checked_as_check check (checked_as in ('nobody_known', 'unanswered'))`.execute(db);
  await sql`alter table share_link add column counts_as_checked boolean not null default false`.execute(db);
  await sql`update share_link set counts_as_checked = true where is_active`.execute(db);
}
