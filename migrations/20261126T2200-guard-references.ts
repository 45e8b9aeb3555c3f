import { type Kysely, sql } from 'kysely';

/**
 * Pictures that families gave only to keep photos inside the club, in a table of their own: searches read `reference`, and
 * nothing but the check before photos leave the club reads this one.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  const purposes = sql`('find', 'name', 'outside', 'guard')`;
  for (const table of ['consent', 'consent_text'] as const) {
    const name = sql.id(`${table}_purpose_check`);
    await sql`alter table ${sql.table(table)} drop constraint ${name},
      add constraint ${name} check (purpose in ${purposes})`.execute(db);
  }
  await sql`alter table erasure drop constraint erasure_kind_check,
    add constraint erasure_kind_check
      check (kind in ('person', 'find', 'reference', 'guard', 'guard_reference'))`.execute(db);
  await sql`
    create table guard_reference (
      id uuid primary key,
      club_person_id uuid not null references club_person (id) on delete cascade,
      recogniser text not null,
      pipeline_version text not null,
      embedding vector not null,
      crop bytea not null,
      expires_on date not null,
      created_by uuid references app_user (id) on delete set null,
      created_at timestamptz not null
    )`.execute(db);
  await sql`create index guard_reference_club_person on guard_reference (club_person_id)`.execute(db);
  await sql`create index guard_reference_created_by on guard_reference (created_by)`.execute(db);
  /* As in `reference`: the statistics of the planner would hold values of faces beyond the deletion of their rows. */
  for (const column of ['embedding', 'crop'])
    await sql`alter table guard_reference alter column ${sql.id(column)} set statistics 0`.execute(db);
}
