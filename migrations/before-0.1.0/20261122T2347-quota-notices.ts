import { type Kysely, sql } from 'kysely';

/** The percentage of its quota that a club's administrators were told of last; 0: none, or less is used again. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table club add column quota_notice smallint not null default 0
    constraint club_quota_notice_known check (quota_notice in (0, 90, 100))`.execute(db);
}
