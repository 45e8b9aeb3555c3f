import { type Kysely, sql } from 'kysely';

/** Codes of an app as second factor (one an account), recovery codes, and sign-ins that wait for a code. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table second_factor (
    user_id uuid primary key references app_user (id) on delete cascade,
    id uuid not null,
    secret_hash bytea not null,
    created_at timestamptz not null,
    confirmed_at timestamptz,
    last_step integer
  )`.execute(db);
  await sql`create table recovery_code (
    user_id uuid not null references second_factor (user_id) on delete cascade,
    hint text not null,
    proof_hash text not null,
    used_at timestamptz,
    primary key (user_id, hint)
  )`.execute(db);
  await sql`create table login_challenge (
    token_hash bytea primary key,
    user_id uuid not null references app_user (id) on delete cascade,
    expires_at timestamptz not null
  )`.execute(db);
  await sql`create index login_challenge_user_id on login_challenge (user_id)`.execute(db);
}
