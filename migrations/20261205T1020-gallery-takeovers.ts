import { type Kysely, sql } from 'kysely';

/** The last time that an administrator of a club took over a gallery that nobody managed any more, and whether another club objected. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table gallery_takeover (
    gallery_id uuid primary key references gallery (id) on delete cascade,
    taken_by uuid references app_user (id) on delete set null,
    taken_at timestamptz not null,
    former_creator uuid references app_user (id) on delete set null,
    objected_at timestamptz)`.execute(db);
  for (const column of ['taken_by', 'former_creator'])
    await sql`create index ${sql.ref(`gallery_takeover_${column}`)} on gallery_takeover (${sql.ref(column)})`.execute(
      db,
    );
}
