import { type Kysely, sql } from 'kysely';

/**
 * Photos from guests: links of scope `collect` show nothing and take photos. A photo that waits for an editor stands in a
 * table of its own, so that no query about photos has to leave it out.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table share_link drop constraint share_link_scope_check`.execute(db);
  await sql`alter table share_link add constraint share_link_scope_check
    check (scope in ('gallery', 'people', 'photos', 'club_person', 'collect'))`.execute(db);

  await sql`
    create table guest_photo (
      /* becomes the id of the photo, so that its files keep their keys */
      id uuid primary key,
      gallery_id uuid not null references gallery (id) on delete cascade,
      /* null once the link was deleted: the photo still waits for an editor */
      share_link_id uuid references share_link (id) on delete set null,
      /* hash of the secret of the browser that sent it */
      guest_hash text not null,
      guest_name text not null default '',
      filename text not null,
      /* of the bytes that were sent, by which the same photo is known again */
      sent_sha256 bytea not null,
      /* of the bytes that are kept: those without metadata */
      sha256 bytea not null,
      mime text not null,
      bytes bigint not null,
      width integer not null,
      height integer not null,
      taken_at timestamptz,
      thumbhash text not null,
      original_key text not null,
      sent_at timestamptz not null,
      unique (share_link_id, guest_hash, sent_sha256)
    )`.execute(db);
  await sql`create index guest_photo_gallery on guest_photo (gallery_id, sent_at)`.execute(db);
  await sql`create index guest_photo_sent_at on guest_photo (sent_at)`.execute(db);

  /* By these rows the guest's browser still learns that a photo was accepted. */
  await sql`
    create table accepted_guest_photo (
      id uuid primary key,
      photo_id uuid not null references photo (id) on delete cascade,
      share_link_id uuid not null references share_link (id) on delete cascade,
      guest_hash text not null,
      filename text not null,
      sent_at timestamptz not null
    )`.execute(db);
  await sql`create index accepted_guest_photo_photo on accepted_guest_photo (photo_id)`.execute(db);
  await sql`create index accepted_guest_photo_link on accepted_guest_photo (share_link_id, guest_hash)`.execute(
    db,
  );
  await sql`create index accepted_guest_photo_sent_at on accepted_guest_photo (sent_at)`.execute(db);

  /* Uploads in parts are of an account, or of a guest. */
  await sql`alter table resumable_upload alter column uploaded_by drop not null`.execute(db);
  await sql`alter table resumable_upload
    add column share_link_id uuid references share_link (id) on delete cascade,
    add column guest_hash text,
    add column guest_name text not null default '',
    add constraint resumable_upload_has_one_sender check (
      (uploaded_by is null) = (guest_hash is not null) and (share_link_id is null) = (guest_hash is null))`.execute(
    db,
  );
  await sql`create index resumable_upload_link on resumable_upload (share_link_id)`.execute(db);
}
