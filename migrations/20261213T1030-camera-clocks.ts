import { type Kysely, sql } from 'kysely';

/** Clocks of cameras that editors corrected in a gallery: docs/decisions/0086. Files stay as they are; a trigger moves the times of photos. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table photo add column camera text not null default '', add column clock_shift_s integer not null default 0`.execute(
    db,
  );
  await sql`
    create table camera_clock (
      gallery_id uuid not null references stored_gallery (id) on delete cascade,
      camera text not null check (length(camera) > 0),
      late_by_s integer not null,
      is_applied boolean not null,
      answered_by uuid references app_user (id) on delete set null,
      answered_at timestamptz not null,
      primary key (gallery_id, camera)
    )`.execute(db);
  await sql`create index camera_clock_answered_by on camera_clock (answered_by)`.execute(db);
  for (const statement of triggers) await sql.raw(statement).execute(db);
}

const triggers = [
  String.raw`create function set_clock_of_camera() returns trigger language plpgsql as $$
    declare
      wanted integer := coalesce((select clock.late_by_s from camera_clock clock
        where clock.gallery_id = new.gallery_id and clock.camera = new.camera and clock.is_applied), 0);
      missing interval := make_interval(secs => wanted - new.clock_shift_s);
    begin
      if wanted <> new.clock_shift_s and new.taken_at is not null
        and new.taken_at_local ~ '^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d' then
        new.taken_at := new.taken_at + missing;
        new.taken_at_local := to_char(new.taken_at_local::timestamp + missing, 'YYYY-MM-DD"T"HH24:MI:SS.MS');
        new.clock_shift_s := wanted;
      end if;
      return new;
    end $$`,
  `create trigger set_clock_of_camera before insert or update of taken_at, taken_at_local, camera, clock_shift_s, gallery_id
    on photo for each row execute function set_clock_of_camera()`,
  `create function set_clocks_of_camera() returns trigger language plpgsql as $$
    begin
      update photo set clock_shift_s = clock_shift_s where gallery_id = new.gallery_id and camera = new.camera;
      return null;
    end $$`,
  `create trigger set_clocks_of_camera after insert or update on camera_clock for each row execute function set_clocks_of_camera()`,
];
