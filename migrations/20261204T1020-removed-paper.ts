import { type Kysely, sql } from 'kysely';

/**
 * Answers on paper that an administrator took back because they were entered wrongly. They are kept apart from those that count,
 * as what was said and who removed it.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table removed_paper (
      id uuid primary key,
      club_person_id uuid not null references club_person (id) on delete cascade,
      purpose text not null,
      answer text not null,
      said_by uuid references app_user (id) on delete set null,
      said_at timestamptz not null,
      consent_text_id uuid references consent_text (id) on delete set null,
      text_version text not null,
      language text not null,
      note text not null,
      valid_until date,
      removed_by uuid references app_user (id) on delete set null,
      removed_at timestamptz not null
    )`.execute(db);
  for (const column of ['club_person_id', 'said_by', 'consent_text_id', 'removed_by'])
    await sql`create index ${sql.ref(`removed_paper_${column}`)} on removed_paper (${sql.ref(column)})`.execute(
      db,
    );
}
