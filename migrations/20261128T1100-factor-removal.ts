import { type Kysely, sql } from 'kysely';

/** An administrator has asked that passkeys and codes of an account be removed a day later; one for each account. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table factor_removal (
    user_id uuid primary key references app_user (id) on delete cascade,
    id uuid not null,
    stop_token_hash bytea not null unique,
    asked_by uuid not null references app_user (id) on delete cascade,
    asked_at timestamptz not null,
    stopped_at timestamptz
  )`.execute(db);
  await sql`create index factor_removal_asked_by on factor_removal (asked_by)`.execute(db);
}
