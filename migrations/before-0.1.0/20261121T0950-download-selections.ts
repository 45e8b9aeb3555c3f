import { type Kysely, sql } from 'kysely';

/**
 * Which photos of a gallery somebody chose to save together. A download is an address, and thousands of ids do not
 * fit into one. It gives no right: who asks with it is checked like anybody else.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table download_selection (
      id uuid primary key,
      gallery_id uuid not null references gallery (id) on delete cascade,
      photo_ids uuid[] not null,
      created_at timestamptz not null default now()
    )`.execute(db);
  await sql`create index download_selection_gallery on download_selection (gallery_id)`.execute(db);
  await sql`create index download_selection_created_at on download_selection (created_at)`.execute(db);
}
