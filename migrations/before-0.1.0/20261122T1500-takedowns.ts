import { type Kysely, sql } from 'kysely';

/** Requests to take a photo down. While one of a photo is open or granted, only those who may edit the gallery see the photo. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table takedown (
      id uuid primary key,
      gallery_id uuid not null references gallery (id) on delete cascade,
      /* null once the photo was deleted: the asker still learns that it is gone */
      photo_id uuid references photo (id) on delete set null,
      face_id uuid references face (id) on delete set null,
      /* where the asker pointed, as parts of the photo's width and height */
      mark_x real check (mark_x between 0 and 1),
      mark_y real check (mark_y between 0 and 1),
      asked_by uuid references app_user (id) on delete set null,
      share_link_id uuid references share_link (id) on delete set null,
      /* hash of the secret with which an asker without an account reads the decision */
      receipt_hash text unique,
      reason text not null default '',
      contact text not null default '',
      asked_at timestamptz not null,
      decided text check (decided in ('granted', 'declined')),
      decided_by uuid references app_user (id) on delete set null,
      decided_at timestamptz,
      answer text not null default '',
      check ((mark_x is null) = (mark_y is null)),
      check ((decided is null) = (decided_at is null))
    )`.execute(db);
  await sql`create index takedown_in_force on takedown (photo_id) where decided is distinct from 'declined'`.execute(
    db,
  );
  await sql`create index takedown_gallery on takedown (gallery_id, asked_at)`.execute(db);
  for (const column of ['photo_id', 'face_id', 'asked_by', 'share_link_id', 'decided_by'])
    await sql`create index ${sql.id(`takedown_${column}`)} on takedown (${sql.id(column)})`.execute(db);
}
