import { type Kysely, sql } from 'kysely';

/** What strangers see of photos with people who may not be shown outside the club; each club chooses. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table club add column refused_outside text not null default 'leave_out'
      check (refused_outside in ('leave_out', 'blur'))`.execute(db);
}
