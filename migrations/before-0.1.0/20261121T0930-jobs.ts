import { type Kysely, sql } from 'kysely';

/**
 * Background work. A row is there as long as the work is not done; what users see of the analysis of a photo is
 * face_job. At most one row per key waits, and at most one runs.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table job (
      id uuid primary key,
      name text not null,
      /* work with the same key collapses while it waits and never runs twice at once; null: neither */
      key text,
      payload jsonb not null,
      state text not null default 'waiting' check (state in ('waiting', 'running')),
      run_at timestamptz not null,
      /* counted when a runner takes the job, before it does anything: a crash leaves its mark */
      attempts integer not null default 0,
      lease_owner uuid,
      lease_until timestamptz,
      created_at timestamptz not null default now(),
      check ((state = 'running') = (lease_owner is not null and lease_until is not null))
    )`.execute(db);
  await sql`create index job_due on job (name, run_at, id) where state = 'waiting'`.execute(db);
  await sql`create index job_lease on job (lease_until) where state = 'running'`.execute(db);
  await sql`create unique index job_waiting_key on job (name, key) where state = 'waiting'`.execute(db);
  await sql`create unique index job_running_key on job (name, key) where state = 'running'`.execute(db);
}
