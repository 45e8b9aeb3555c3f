import { type Kysely, sql } from 'kysely';

/** The secret address under which a calendar program reads the events of somebody's clubs. One for each account. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table calendar_feed (
      /* A replaced address is a new row: the token is derived from this id. */
      id uuid primary key,
      user_id uuid not null unique references app_user (id) on delete cascade,
      token_hash bytea not null unique,
      created_at timestamptz not null
    )`.execute(db);
}
