import { type Kysely, sql } from 'kysely';

/**
 * The server processes of an installation on a database server, and leases: work that one of them does at a time.
 * Unlogged: each process writes its rows again every few seconds, and a backup leaves them out.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create unlogged table server_process (
      id uuid primary key,
      role text not null,
      /* hash of what all processes have to share: the secret and the store of photos */
      shares text not null,
      started_at timestamptz not null,
      seen_at timestamptz not null default now(),
      /* null: runs, or was killed */
      ended_at timestamptz,
      /* what its face engine offers, for processes without one; null: it has none, or is loading */
      engine jsonb
    )`.execute(db);
  await sql`
    create unlogged table lease (
      name text primary key,
      owner uuid not null,
      expires_at timestamptz not null
    )`.execute(db);
}
