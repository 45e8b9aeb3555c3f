import { type Kysely, sql } from 'kysely';

/** What members answer about photos while the club has not confirmed who they answer for. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table guardian_claim add column born_on date`.execute(db);
  await sql`
    create table guardian_claim_answer (
      claim_id uuid not null references guardian_claim (id) on delete cascade,
      purpose text not null check (purpose in ('find', 'name', 'outside')),
      answer text not null check (answer in ('yes', 'no')),
      text_version text not null,
      language text not null check (language in ('en', 'de')),
      said_at timestamptz not null,
      primary key (claim_id, purpose)
    )`.execute(db);
}
