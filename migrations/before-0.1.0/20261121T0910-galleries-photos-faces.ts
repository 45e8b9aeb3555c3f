import { type Kysely, sql } from 'kysely';

/**
 * Galleries, photos, the machine's faces and people, and what humans decided about them.
 * The machine's guess (`assignment` with source auto) and the person's word (`people_decision`) never share a row.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table gallery (
      id uuid primary key,
      name text not null,
      event_id uuid not null references event (id) on delete restrict,
      photographer_id uuid references app_user (id) on delete set null,
      visibility text not null check (visibility in ('private', 'club_restricted', 'public')),
      cover_photo_id uuid,
      /* model, metric and threshold the people were last grouped with; another one means: group afresh */
      clustering_stamp text,
      created_by uuid references app_user (id) on delete set null,
      created_at timestamptz not null default now(),
      updated_at timestamptz not null default now()
    )`.execute(db);
  await sql`create index gallery_event on gallery (event_id)`.execute(db);
  await sql`create index gallery_photographer on gallery (photographer_id)`.execute(db);
  await sql`create index gallery_created_by on gallery (created_by)`.execute(db);
  await sql`create index gallery_created_at on gallery (created_at desc, id)`.execute(db);

  await sql`
    create table gallery_club (
      gallery_id uuid not null references gallery (id) on delete cascade,
      club_id uuid not null references club (id) on delete cascade,
      primary key (gallery_id, club_id)
    )`.execute(db);
  await sql`create index gallery_club_club on gallery_club (club_id)`.execute(db);

  await sql`
    create table gallery_user (
      gallery_id uuid not null references gallery (id) on delete cascade,
      user_id uuid not null references app_user (id) on delete cascade,
      primary key (gallery_id, user_id)
    )`.execute(db);
  await sql`create index gallery_user_user on gallery_user (user_id)`.execute(db);

  await sql`
    create table photo (
      id uuid primary key,
      gallery_id uuid not null references gallery (id) on delete cascade,
      uploaded_by uuid references app_user (id) on delete set null,
      filename text not null,
      relative_path text,
      sha256 bytea not null,
      mime text not null,
      bytes bigint not null,
      width integer not null,
      height integer not null,
      taken_at timestamptz,
      thumbhash text,
      original_key text not null,
      rendition_version integer not null default 1,
      created_at timestamptz not null default now(),
      sort_at timestamptz generated always as (coalesce(taken_at, 'infinity'::timestamptz)) stored,
      unique (gallery_id, sha256)
    )`.execute(db);
  await sql`create index photo_gallery_order on photo (gallery_id, sort_at, filename, id)`.execute(db);
  await sql`create index photo_uploaded_by on photo (uploaded_by)`.execute(db);
  await sql`
    alter table gallery add constraint gallery_cover_photo
      foreign key (cover_photo_id) references photo (id) on delete set null`.execute(db);
  await sql`create index gallery_cover_photo_id on gallery (cover_photo_id)`.execute(db);

  await sql`
    create table face_job (
      photo_id uuid primary key references photo (id) on delete cascade,
      gallery_id uuid not null references gallery (id) on delete cascade,
      status text not null check (status in ('pending', 'queued', 'processing', 'completed', 'failed', 'no_faces')),
      attempts integer not null default 0,
      faces_detected integer,
      error_code text,
      error_reason text,
      pipeline_version text,
      created_at timestamptz not null default now(),
      updated_at timestamptz not null default now(),
      started_at timestamptz,
      completed_at timestamptz
    )`.execute(db);
  await sql`create index face_job_status on face_job (status, updated_at desc)`.execute(db);
  await sql`create index face_job_gallery_status on face_job (gallery_id, status)`.execute(db);
  await sql`create index face_job_completed_at on face_job (completed_at desc)`.execute(db);
  await sql`create index face_job_updated_at on face_job (updated_at desc)`.execute(db);

  // The embedding has no fixed length: recognisers differ, and search is exact within one gallery.
  await sql`
    create table face (
      id uuid primary key,
      photo_id uuid not null references photo (id) on delete cascade,
      gallery_id uuid not null references gallery (id) on delete cascade,
      x real not null, y real not null, w real not null, h real not null,
      landmarks real[] not null,
      score real not null,
      size_px real not null,
      blur real not null,
      yaw real not null,
      grade text not null check (grade in ('core', 'weak', 'ignore')),
      /* null for faces graded "ignore": they are never compared */
      embedding vector,
      recogniser text not null,
      pipeline_version text not null,
      /* false: the last analysis did not find it again, but a human decided something about it */
      is_current boolean not null default true,
      created_at timestamptz not null default now()
    )`.execute(db);
  await sql`create index face_photo on face (photo_id)`.execute(db);
  await sql`create index face_gallery on face (gallery_id)`.execute(db);

  await sql`
    create table person (
      id uuid primary key,
      gallery_id uuid not null references gallery (id) on delete cascade,
      /* shown as "Person 7" while there is no name */
      number integer not null,
      name text not null default '',
      is_hidden boolean not null default false,
      representative_face_id uuid references face (id) on delete set null,
      /* true: chosen by a human, not by the machine */
      representative_chosen boolean not null default false,
      created_at timestamptz not null default now(),
      unique (gallery_id, number)
    )`.execute(db);
  await sql`create index person_representative on person (representative_face_id)`.execute(db);

  await sql`
    create table assignment (
      face_id uuid primary key references face (id) on delete cascade,
      person_id uuid not null references person (id) on delete cascade,
      source text not null check (source in ('auto', 'manual')),
      created_at timestamptz not null default now()
    )`.execute(db);
  await sql`create index assignment_person on assignment (person_id)`.execute(db);

  await sql`
    create table rejection (
      face_id uuid not null references face (id) on delete cascade,
      person_id uuid not null references person (id) on delete cascade,
      created_at timestamptz not null default now(),
      primary key (face_id, person_id)
    )`.execute(db);
  await sql`create index rejection_person on rejection (person_id)`.execute(db);

  await sql`
    create table kept_apart (
      first_id uuid not null references person (id) on delete cascade,
      second_id uuid not null references person (id) on delete cascade,
      created_at timestamptz not null default now(),
      primary key (first_id, second_id),
      check (first_id < second_id)
    )`.execute(db);
  await sql`create index kept_apart_second on kept_apart (second_id)`.execute(db);

  // Pairs the last clustering found near but not near enough: questions for a human, replaced by each run.
  await sql`
    create table person_suggestion (
      gallery_id uuid not null references gallery (id) on delete cascade,
      first_id uuid not null references person (id) on delete cascade,
      second_id uuid not null references person (id) on delete cascade,
      distance real not null,
      primary key (first_id, second_id)
    )`.execute(db);
  await sql`create index person_suggestion_gallery on person_suggestion (gallery_id, distance)`.execute(db);
  await sql`create index person_suggestion_second on person_suggestion (second_id)`.execute(db);

  // The history: what a human did, and the rows as they were before, so that it can be undone.
  await sql`
    create table people_decision (
      id uuid primary key,
      gallery_id uuid not null references gallery (id) on delete cascade,
      kind text not null,
      person_id uuid,
      params jsonb not null default '{}',
      before jsonb not null,
      made_by uuid references app_user (id) on delete set null,
      created_at timestamptz not null default now(),
      undone_at timestamptz
    )`.execute(db);
  await sql`create index people_decision_gallery on people_decision (gallery_id, created_at desc)`.execute(
    db,
  );
  await sql`create index people_decision_made_by on people_decision (made_by)`.execute(db);

  await sql`
    create table share_link (
      id uuid primary key,
      gallery_id uuid not null references gallery (id) on delete cascade,
      token text not null unique,
      name text not null default '',
      password_hash text,
      expires_at timestamptz,
      is_active boolean not null default true,
      allow_download boolean not null default true,
      view_count integer not null default 0,
      download_count integer not null default 0,
      expiry_notified_at timestamptz,
      created_by uuid references app_user (id) on delete set null,
      created_at timestamptz not null default now(),
      updated_at timestamptz not null default now()
    )`.execute(db);
  await sql`create index share_link_gallery on share_link (gallery_id)`.execute(db);
  await sql`create index share_link_expires_at on share_link (expires_at)`.execute(db);
  await sql`create index share_link_created_by on share_link (created_by)`.execute(db);
}
