import { type Kysely, sql } from 'kysely';

/**
 * The time of the last grouping of a gallery after an upload had ended. Faces that came later are grouped anew together when
 * their upload has ended; see server/jobs/handlers/cluster-gallery.ts.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table gallery add column people_settled_at timestamptz not null default now()`.execute(db);
}
