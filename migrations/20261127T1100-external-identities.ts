import { type Kysely, sql } from 'kysely';

/** Accounts of an OpenID provider that sign in here, and the sessions that they opened. Accounts made that way have no password. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table external_identity (
      id uuid primary key,
      user_id uuid not null references app_user (id) on delete cascade,
      issuer text not null,
      subject text not null,
      created_at timestamptz not null,
      last_used_at timestamptz,
      unique (issuer, subject),
      unique (user_id, issuer)
    )`.execute(db);
  await sql`
    alter table session
      add column external_identity_id uuid references external_identity (id) on delete set null,
      add column provider_sid text,
      add column provider_id_token text,
      add column ends_at timestamptz`.execute(db);
  await sql`create index session_external_identity on session (external_identity_id)
    where external_identity_id is not null`.execute(db);
  await sql`alter table app_user alter column password_hash drop not null`.execute(db);
}
