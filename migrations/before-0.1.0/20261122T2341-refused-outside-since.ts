import { type Kysely, sql } from 'kysely';

/**
 * When a club chose what strangers see of photos with people who refused. Who refused before the club chose to blur was told
 * that these photos stay inside.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table club add column refused_outside_since timestamptz`.execute(db);
  // Nothing says when a club chose to blur. The first answer to the text about blurring came after that.
  await sql`
    update club set refused_outside_since = coalesce(
      (select min(c.said_at) from consent c join club_person p on p.id = c.club_person_id
        where p.club_id = club.id and c.purpose = 'outside' and c.text_version = 'release 1 blurred'),
      now())
    where refused_outside = 'blur'`.execute(db);
  await sql`alter table club add constraint club_blurs_since_some_time
    check (refused_outside <> 'blur' or refused_outside_since is not null)`.execute(db);
}
