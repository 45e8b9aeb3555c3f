import { type Kysely, sql } from 'kysely';

/**
 * What files say of their author, and when photos were taken on the clock of the place. `metadata_revision` says by which reading;
 * photos of an earlier one are read again in the background.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const table of ['photo', 'guest_photo'])
    await sql`alter table ${sql.table(table)}
      add column taken_at_local text constraint ${sql.ref(`${table}_taken_at_local_check`)}
        check (taken_at_local ~ '^\\d{4}-\\d\\d-\\d\\d(T\\d\\d:\\d\\d:\\d\\d\\.\\d{3})?$'),
      add column taken_at_offset smallint,
      add column taken_at_zone text`.execute(db);
  await sql`alter table photo
    add column credit jsonb,
    add column credit_line text,
    add column metadata_revision smallint not null default 0`.execute(db);
  await sql`alter table guest_photo add column metadata_revision smallint not null default 0`.execute(db);
  for (const table of ['photo', 'guest_photo'])
    await sql`create index ${sql.ref(`${table}_taken_at_zone`)} on ${sql.table(table)} (taken_at_zone)
      where taken_at_zone is not null`.execute(db);
  await sql`create index photo_metadata_revision on photo (metadata_revision, id)`.execute(db);
  await sql`alter table app_user add column credit_line text`.execute(db);
}
