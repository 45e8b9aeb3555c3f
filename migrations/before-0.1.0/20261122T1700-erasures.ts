import { type Kysely, sql } from 'kysely';

/**
 * What was erased, by ids alone: the receipt, and the list by which a restored backup is erased again. Requests of
 * families that wait for the club.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table erasure (
      id uuid primary key,
      kind text not null check (kind in ('person', 'find', 'reference')),
      /* the person of the club, or for one picture the reference; no foreign key: the row is gone */
      subject_id uuid not null,
      club_id uuid references club (id) on delete set null,
      /* the photos of the person were hidden too */
      hides_photos boolean not null default false,
      erased_by uuid references app_user (id) on delete set null,
      erased_at timestamptz not null default now(),
      counts jsonb not null default '{}',
      /* when the deleted rows left the files of the database */
      files_cleaned_at timestamptz
    )`.execute(db);
  await sql`create index erasure_club on erasure (club_id, erased_at)`.execute(db);
  await sql`create index erasure_erased_by on erasure (erased_by)`.execute(db);
  await sql`create index erasure_to_clean on erasure (erased_at) where files_cleaned_at is null`.execute(db);

  await sql`
    create table erasure_request (
      club_person_id uuid primary key references club_person (id) on delete cascade,
      asked_by uuid references app_user (id) on delete set null,
      asked_at timestamptz not null,
      hides_photos boolean not null default false
    )`.execute(db);
  await sql`create index erasure_request_asked_by on erasure_request (asked_by)`.execute(db);

  /* The statistics of the planner would hold values of faces beyond the deletion of their rows. */
  for (const column of ['embedding', 'crop'])
    await sql`alter table reference alter column ${sql.id(column)} set statistics 0`.execute(db);
}
