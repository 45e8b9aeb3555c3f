import { type Kysely, sql } from 'kysely';

/**
 * Pictures of clubs that were hidden, left out or declined before they were deleted: keyed hashes, nothing else. Photos get the hash
 * of their pixels, by which they are found whatever their metadata are.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table photo add column pixel_sha256 bytea`.execute(db);
  await sql`alter table guest_photo add column pixel_sha256 bytea`.execute(db);
  await sql`create index photo_same_pixels on photo (pixel_sha256) where pixel_sha256 is not null`.execute(
    db,
  );
  await sql`
    create table blocked_picture (
      scope_id uuid generated always as (coalesce(club_id, event_id)) stored,
      kind text not null check (kind in ('hidden', 'left_out', 'declined')),
      file_mac bytea not null,
      pixel_mac bytea,
      club_id uuid references club (id) on delete cascade,
      event_id uuid references event (id) on delete cascade,
      met_at timestamptz not null,
      primary key (scope_id, kind, file_mac),
      check ((club_id is null) <> (event_id is null))
    )`.execute(db);
  for (const column of ['club_id', 'event_id', 'file_mac', 'pixel_mac'])
    await sql`create index ${sql.ref(`blocked_picture_${column}`)} on blocked_picture (${sql.ref(column)})`.execute(
      db,
    );
  await sql`alter table takedown drop constraint takedown_cause_check`.execute(db);
  await sql`alter table takedown add constraint takedown_cause_check
    check (cause in ('family', 'person', 'club', 'again'))`.execute(db);
}
