import { type Kysely, sql } from 'kysely';

/** Renames table `face_job`, its constraints and indexes to what the code calls its rows, also in the rows of deleted photos. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table face_job rename to photo_analysis`.execute(db);
  const renamed = (name: string) => sql.id(name.replace('face_job', 'photo_analysis'));
  // Which ones there are depends on the version of Postgres: from 18 on "not null" has a name too.
  const constraints = await sql<{ name: string }>`select conname as name from pg_constraint
    where conrelid = 'photo_analysis'::regclass and starts_with(conname, 'face_job')`.execute(db);
  for (const { name } of constraints.rows)
    await sql`alter table photo_analysis rename constraint ${sql.id(name)} to ${renamed(name)}`.execute(db);
  const indexes = await sql<{ name: string }>`select indexrelid::regclass::text as name from pg_index
    where indrelid = 'photo_analysis'::regclass and starts_with(indexrelid::regclass::text, 'face_job')`.execute(
    db,
  );
  for (const { name } of indexes.rows)
    await sql`alter index ${sql.id(name)} rename to ${renamed(name)}`.execute(db);
  await sql`update deleted_photo
    set snapshot = snapshot - 'face_job' || jsonb_build_object('photo_analysis', snapshot -> 'face_job')
    where snapshot ? 'face_job'`.execute(db);
}
