import { type Kysely, sql } from 'kysely';

/**
 * Faces that were analysed and not grouped since: nobody knows yet who they are, and their photos count as unknown
 * (photosOfUnknownPeople). Grouping sets the column to null.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table face add column awaits_grouping_since timestamptz`.execute(db);
  await sql`alter table face alter column awaits_grouping_since set default now()`.execute(db);
  await sql`
    update face set awaits_grouping_since = created_at
    where is_current and grade <> 'ignore' and gallery_id in (
      select g.id from gallery g where g.clustering_stamp is null
        or exists (select 1 from job where job.name = 'cluster-gallery' and job.key = g.id::text))`.execute(
    db,
  );
  await sql`create index face_awaits_grouping on face (gallery_id) where awaits_grouping_since is not null`.execute(
    db,
  );
}
