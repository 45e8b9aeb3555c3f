import { type Kysely, sql } from 'kysely';

/** The columns of the last notice before something expires get the name that the notices have everywhere else. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table gallery rename column end_notice to expiry_notice`.execute(db);
  await sql`alter table gallery rename column end_notice_on to expiry_notice_on`.execute(db);
  await sql`alter table gallery rename constraint gallery_end_notice_dated to gallery_expiry_notice_dated`.execute(
    db,
  );
  await sql`alter table share_link rename column end_notice to expiry_notice`.execute(db);
  await sql`alter table club_person_departure rename column end_notice to expiry_notice`.execute(db);
  await sql`alter table club_person_departure rename column end_notice_on to expiry_notice_on`.execute(db);
}
