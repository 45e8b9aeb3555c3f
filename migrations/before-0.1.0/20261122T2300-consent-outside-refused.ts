import { type Kysely, sql } from 'kysely';

/** Answers by which people may refuse to be shown outside the club: each list of photos asks whose they are. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create index consent_outside_refused on consent (club_person_id)
    where purpose = 'outside' and answer <> 'yes'`.execute(db);
}
