import { type Kysely, sql } from 'kysely';

/**
 * When somebody was last told that a gallery's photos are done. Looking for the last notice itself reads a table that
 * only grows, and finds nothing once its reader is gone.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table gallery add column announced_at timestamptz`.execute(db);
  await sql`
    update gallery set announced_at = told.last
    from (select href, max(created_at) as last from notification where kind = 'photos_processed' group by href) told
    where told.href = '/gallery/' || gallery.id`.execute(db);
}
