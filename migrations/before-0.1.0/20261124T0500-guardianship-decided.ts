import { type Kysely, sql } from 'kysely';

/** What a club decides about guardians becomes one kind of notification; its context says how it was decided. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`update notification set kind = 'guardianship_decided',
    params = params || case when kind = 'guardianship_rejected' then '{"context": "rejected"}' else '{}' end::jsonb
    where kind in ('guardianship_approved', 'guardianship_rejected')`.execute(db);
}
