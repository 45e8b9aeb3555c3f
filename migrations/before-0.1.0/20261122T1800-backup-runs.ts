import { type Kysely, sql } from 'kysely';

/** Backups as they were made, and whether restoring them was tried. The backups themselves lie in folders. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table backup_run (
      id uuid primary key,
      folder text not null,
      started_at timestamptz not null default now(),
      /* renewed while the backup runs; no stored file is removed before this */
      lease_until timestamptz not null,
      finished_at timestamptz,
      photos integer,
      bytes bigint,
      /* of originals that were missing or whose bytes had changed */
      faulty_originals integer,
      /* why there is no backup */
      error text,
      /* when restoring it was tried, and what went wrong then */
      proven_at timestamptz,
      proof_error text
    )`.execute(db);
  await sql`create index backup_run_started_at on backup_run (started_at desc)`.execute(db);
}
