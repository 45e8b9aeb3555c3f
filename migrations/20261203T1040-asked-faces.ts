import { type Kysely, sql } from 'kysely';

/** Faces about which whoever shares a gallery has asked the club, because they do not know who it is. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table asked_face (
      face_id uuid primary key references face (id) on delete cascade,
      asked_by uuid references app_user (id) on delete set null,
      asked_at timestamptz not null
    )`.execute(db);
  await sql`create index asked_face_asked_by on asked_face (asked_by)`.execute(db);
}
