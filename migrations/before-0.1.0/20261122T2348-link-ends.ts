import { type Kysely, sql } from 'kysely';

/** How long new share links last at most, and which notice of its end a link has had. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table instance_setting add column link_months smallint
    /* null: as long as who makes it wants */
    constraint instance_setting_link_months_range check (link_months between 1 and 120)`.execute(db);
  /* How many days before its end the creator was told last. */
  await sql`alter table share_link add column end_notice smallint`.execute(db);
  await sql`update share_link set end_notice = 3 where expiry_notified_at is not null`.execute(db);
  await sql`alter table share_link drop column expiry_notified_at`.execute(db);
  /* Notices name the day from now on; earlier ones were given two days before it. */
  await sql`update notification
    set params = params || jsonb_build_object('date', to_char(created_at + interval '2 days', 'YYYY-MM-DD'))
    where kind = 'link_expiring'`.execute(db);
}
