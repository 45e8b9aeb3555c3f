import { type Kysely, sql } from 'kysely';

/** Passkeys of accounts, and the challenges that were answered: each is good for one answer. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table app_user add column passkey_handle bytea unique`.execute(db);
  await sql`
    create table passkey (
      id uuid primary key,
      user_id uuid not null references app_user (id) on delete cascade,
      credential_id text not null unique,
      rp_id text not null,
      public_key bytea not null,
      counter bigint not null,
      transports text[] not null,
      name text not null,
      is_backed_up boolean not null,
      created_at timestamptz not null,
      last_used_at timestamptz
    )`.execute(db);
  await sql`create index passkey_user on passkey (user_id, created_at)`.execute(db);
  await sql`
    create table answered_challenge (
      id uuid primary key,
      expires_at timestamptz not null
    )`.execute(db);
}
