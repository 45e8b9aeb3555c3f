import { type Kysely, sql } from 'kysely';

/**
 * The mean of the faces of each person, by which people are looked for across galleries, and the people whose mean is out of
 * date. Triggers mark these in the transaction that changes faces, whatever statement does; a mark is one more row, so that
 * no transaction waits for another. Searches read the faces of marked people; see server/features/faces/gallery-people/mean-embeddings.ts,
 * which alone writes means and removes marks. Without foreign keys, for the same reason.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table person_mean (
    person_id uuid not null,
    recogniser text not null,
    /* of unit vectors, and not normalised: a shorter mean stands for faces that differ */
    embedding vector not null,
    primary key (person_id, recogniser))`.execute(db);
  // Each search reads all of them: beside their rows, also where they are long.
  await sql`alter table person_mean alter column embedding set storage plain`.execute(db);
  await sql`create table person_mean_stale (person_id uuid not null)`.execute(db);
  const inPhotosOf = (photos: string) =>
    `select a.person_id from face f join assignment a on a.face_id = f.id where f.photo_id in (${photos})`;
  await mark(db, 'assignment', {
    insert: 'select person_id from added',
    update: 'select person_id from removed union select person_id from added',
    delete: 'select person_id from removed',
  });
  await mark(db, 'face', {
    update: `select a.person_id from removed join added using (id) join assignment a on a.face_id = removed.id
      where (removed.is_current, removed.recogniser, removed.grade, removed.embedding)
        is distinct from (added.is_current, added.recogniser, added.grade, added.embedding)`,
  });
  await mark(db, 'takedown', {
    insert: inPhotosOf('select photo_id from added'),
    update: inPhotosOf('select photo_id from removed union select photo_id from added'),
    delete: inPhotosOf('select photo_id from removed'),
  });
  await sql`insert into person_mean_stale select distinct person_id from assignment`.execute(db);
}

const tables = {
  insert: 'new table as added',
  update: 'old table as removed new table as added',
  delete: 'old table as removed',
};

/** After each statement of a kind the people that it concerns are marked. */
async function mark(
  db: Kysely<unknown>,
  table: string,
  people: Partial<Record<keyof typeof tables, string>>,
): Promise<void> {
  for (const [operation, ids] of Object.entries(people)) {
    const name = `mark_means_after_${table}_${operation}`;
    await sql
      .raw(`create function ${name}() returns trigger language plpgsql as $$
        begin
          insert into person_mean_stale select distinct person_id from (${ids}) people;
          return null;
        end $$`)
      .execute(db);
    await sql
      .raw(`create trigger person_mean_stale_after_${operation} after ${operation} on ${table}
        referencing ${tables[operation as keyof typeof tables]} for each statement execute function ${name}()`)
      .execute(db);
  }
}
