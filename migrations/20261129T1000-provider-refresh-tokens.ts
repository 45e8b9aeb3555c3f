import { type Kysely, sql } from 'kysely';

/** Sessions about which the OpenID provider is asked whether they go on. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table session
      add column provider_refresh_token text,
      add column provider_asked_at timestamptz,
      add column provider_silent_since timestamptz`.execute(db);
  await sql`create index session_provider_asked on session (provider_asked_at)
    where provider_refresh_token is not null`.execute(db);
}
