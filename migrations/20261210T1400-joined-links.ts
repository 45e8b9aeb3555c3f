import { type Kysely, sql } from 'kysely';

/** One link over several galleries of an event: docs/decisions/0080. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table share_link add column common_token text check (common_token is null or scope = 'gallery')`.execute(
    db,
  );
  await sql`create unique index share_link_common_token on share_link (common_token, gallery_id)`.execute(db);
  await sql`
    create table asked_gallery (
      share_link_id uuid not null references share_link (id) on delete cascade,
      gallery_id uuid not null references stored_gallery (id) on delete cascade,
      asked_by uuid not null references app_user (id) on delete cascade,
      asked_at timestamptz not null,
      primary key (share_link_id, gallery_id)
    )`.execute(db);
  await sql`create index asked_gallery_gallery on asked_gallery (gallery_id)`.execute(db);
  await sql`create index asked_gallery_asked_by on asked_gallery (asked_by)`.execute(db);
}
