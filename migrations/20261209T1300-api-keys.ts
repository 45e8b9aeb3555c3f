import { type Kysely, sql } from 'kysely';

/** Keys for programs of an account: docs/decisions/0076. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table api_key (
      id uuid primary key,
      user_id uuid not null references app_user (id) on delete cascade,
      name text not null check (length(name) > 0),
      scope text not null check (scope in ('read', 'upload', 'manage')),
      gallery_id uuid references stored_gallery (id) on delete cascade check (gallery_id is null or scope = 'upload'),
      token_hash bytea not null unique,
      second_factor_at_provider boolean not null,
      last_day date not null,
      created_at timestamptz not null,
      last_used_at timestamptz
    )`.execute(db);
  await sql`create index api_key_user on api_key (user_id, created_at)`.execute(db);
  await sql`create index api_key_gallery on api_key (gallery_id) where gallery_id is not null`.execute(db);
}
