import { type Kysely, sql } from 'kysely';

/**
 * The gallery of each kept mean, and of each mark that one is out of date, so that a search reads those of the viewer's galleries
 * alone. Means from before get theirs in the background (`fillGalleriesOfMeans` in mean-embeddings.ts). A mark without a gallery is of
 * somebody who is gone.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table person_mean add column gallery_id uuid`.execute(db);
  await sql`create index person_mean_gallery on person_mean (recogniser, gallery_id)`.execute(db);
  await sql`create index person_mean_without_gallery on person_mean (person_id) where gallery_id is null`.execute(
    db,
  );
  await sql`alter table person_mean_stale add column gallery_id uuid`.execute(db);
  await sql`update person_mean_stale set gallery_id = person.gallery_id from person
    where person.id = person_mean_stale.person_id`.execute(db);
  await sql`create index person_mean_stale_gallery on person_mean_stale (gallery_id, person_id)`.execute(db);
  await sql`create index gallery_public on stored_gallery (created_at desc, id)
    where visibility = 'public' and deleted_at is null`.execute(db);
  const inPhotosOf = (photos: string) =>
    `select a.person_id from face f join assignment a on a.face_id = f.id where f.photo_id in (${photos})`;
  const marked: Record<string, string> = {
    assignment_insert: 'select person_id from added',
    assignment_update: 'select person_id from removed union select person_id from added',
    assignment_delete: 'select person_id from removed',
    face_update: `select a.person_id from removed join added using (id) join assignment a on a.face_id = removed.id
      where (removed.is_current, removed.recogniser, removed.grade, removed.embedding)
        is distinct from (added.is_current, added.recogniser, added.grade, added.embedding)`,
    takedown_insert: inPhotosOf('select photo_id from added'),
    takedown_update: inPhotosOf('select photo_id from removed union select photo_id from added'),
    takedown_delete: inPhotosOf('select photo_id from removed'),
  };
  // A subquery: the plan of a join may be kept from a statement about many people, and read all of them for one.
  for (const [after, people] of Object.entries(marked))
    await sql
      .raw(`create or replace function mark_means_after_${after}() returns trigger language plpgsql as $$
        begin
          insert into person_mean_stale (person_id, gallery_id)
            select person_id, (select person.gallery_id from person where person.id = people.person_id)
            from (select distinct person_id from (${people}) each) people;
          return null;
        end $$`)
      .execute(db);
}
