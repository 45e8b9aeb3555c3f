import { type Kysely, sql } from 'kysely';

/**
 * Clubs before whose members somebody from outside would put an event or a gallery: they count for nothing until an administrator of
 * them agrees. Clubs that are there at the upgrade stay.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table asked_club (
    id uuid primary key,
    club_id uuid not null references club (id) on delete cascade,
    event_id uuid references event (id) on delete cascade,
    gallery_id uuid references gallery (id) on delete cascade,
    asked_by uuid references app_user (id) on delete set null,
    asked_at timestamptz not null,
    constraint asked_club_for_one check (num_nonnulls(event_id, gallery_id) = 1),
    constraint asked_club_event unique (event_id, club_id),
    constraint asked_club_gallery unique (gallery_id, club_id))`.execute(db);
  for (const column of ['club_id', 'asked_by'])
    await sql`create index ${sql.ref(`asked_club_${column}`)} on asked_club (${sql.ref(column)})`.execute(db);
}
