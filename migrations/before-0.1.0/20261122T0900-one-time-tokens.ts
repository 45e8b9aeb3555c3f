import { type Kysely, sql } from 'kysely';

/** Links that work once, such as the one that sets a new password. Only a hash of the token is stored. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table one_time_token (
      token_hash bytea primary key,
      purpose text not null check (purpose in ('reset_password')),
      user_id uuid not null references app_user (id) on delete cascade,
      created_by uuid references app_user (id) on delete set null,
      created_at timestamptz not null default now(),
      expires_at timestamptz not null,
      used_at timestamptz,
      revoked_at timestamptz
    )`.execute(db);
  await sql`create index one_time_token_user on one_time_token (user_id, created_at)`.execute(db);
  await sql`create index one_time_token_created_by on one_time_token (created_by)`.execute(db);
  await sql`create index one_time_token_expires_at on one_time_token (expires_at)`.execute(db);
}
