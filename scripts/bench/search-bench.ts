import { type Kysely, sql } from 'kysely';
import { toSql } from 'pgvector/kysely';
import type { DB } from '#server/db/tables.ts';
import { vacuumTables } from '#server/db/vacuum-tables.ts';
import { refreshPersonMeans } from '#server/features/faces/gallery-people/mean-embeddings.ts';
import { listFoundPhotos, photosOfFace } from '#server/features/faces/my-photos/found-photos.repository.ts';
import { listMatchQuestionsOfPerson } from '#server/features/faces/my-photos/questions-to-family.repository.ts';
import { listMatchQuestionsOfGallery } from '#server/features/faces/who-is-who/match-questions.repository.ts';
import { releaseVersions } from '#server/features/people/consent/consent-texts.ts';
import { quantile } from '../load-test/load-test-report.ts';
import { RECOGNISER, thresholds } from './search/thresholds.ts';
import { timesOf } from './statistics.ts';

/** As a season of a club has them. */
const FACES_OF_PERSON = 10;
const PERSONS_OF_GALLERY = 60;
/** People of the club whose families agreed, each with one picture. */
const CLUB_PEOPLE = 200;
export const DIMENSIONS = 128;
const AT_ONCE = 1_000;

const id = (kind: string, n: string) => sql.raw(`md5('${kind}' || (${n})::text)::uuid`);
const series = (count: number) => sql.raw(`generate_series(1, ${count}) n`);
const direction = (near?: number[], spread = 1) =>
  Array.from({ length: DIMENSIONS }, (_, i) => (near?.[i] ?? 0) + (Math.random() - 0.5) * spread);

/** Fills an empty, migrated database with synthetic faces; the first person's is looked for by a guardian. */
export async function seedSearchWorld(db: Kysely<DB>, faces: number): Promise<void> {
  const persons = Math.round(faces / FACES_OF_PERSON);
  const galleries = Math.ceil(persons / PERSONS_OF_GALLERY);
  const one = id('one', '1');
  /** Photos and faces lie gallery by gallery, in the order in which they are uploaded. */
  const personOf = (face: string) => `(${face}) / ${FACES_OF_PERSON} % ${persons}`;
  const galleryOf = (person: string) => id('gallery', `(${person}) / ${PERSONS_OF_GALLERY}`);
  const before = [
    sql`insert into app_user (id, username, username_key, email, email_key, first_name, last_name, password_hash)
      values (${one}, 'guardian', 'guardian', 'a@example.org', 'a@example.org', 'A', 'B', 'none')`,
    sql`insert into club (id, name, slug, sport_type) values (${one}, 'Club', 'club', 'Football')`,
    sql`insert into club_membership (club_id, user_id, status, approved_at) values (${one}, ${one}, 'approved', now())`,
    sql`insert into club_person (id, club_id, first_name)
      select ${id('one', 'n')}, ${one}, 'A' from ${series(CLUB_PEOPLE)}`,
    sql`insert into guardianship (id, club_person_id, user_id, state, asked_at)
      values (${one}, ${one}, ${one}, 'confirmed', now())`,
    sql`insert into consent (id, club_person_id, purpose, answer, said_as, text_version, language, said_at)
      select id, id, 'find', 'yes', 'paper', ${releaseVersions.find}, 'en', now() from club_person`,
    sql`insert into event (id, name, slug, event_date)
      select ${id('event', 'n')}, 'Match ' || n, 'match-' || n, current_date - n from ${series(galleries)}`,
    sql`insert into event_club (event_id, club_id) select id, ${one} from event`,
    sql`insert into gallery (id, name, event_id, visibility)
      select ${id('gallery', 'n - 1')}, 'Gallery ' || n, ${id('event', 'n')}, 'club_restricted' from ${series(galleries)}`,
    sql`insert into photo (id, gallery_id, filename, sha256, mime, bytes, width, height, original_key)
      select ${id('photo', 'n - 1')}, ${galleryOf(personOf('n - 1'))}, n || '.jpg', decode(md5(n::text), 'hex'),
        'image/jpeg', 4000000, 6000, 4000, 'originals/' || n from ${series(faces)}`,
    sql`insert into person (id, gallery_id, number)
      select ${id('person', 'n - 1')}, ${galleryOf('n - 1')}, n from ${series(persons)}`,
  ];
  for (const statement of before) await statement.execute(db);
  const axes = Array.from({ length: persons }, () => direction());
  for (let from = 0; from < faces; from += AT_ONCE) {
    const embeddings = Array.from({ length: Math.min(AT_ONCE, faces - from) }, (_, i) =>
      toSql(direction(axes[Math.floor((from + i) / FACES_OF_PERSON) % persons], 0.6)),
    );
    const face = `(${from} + o - 1)`;
    const person = personOf(face);
    await sql`insert into face (id, photo_id, gallery_id, x, y, w, h, landmarks, score, size_px, blur, yaw, grade, embedding,
        recogniser, pipeline_version)
      select ${id('face', face)}, ${id('photo', face)}, ${galleryOf(person)}, 0.1, 0.1, 0.1, 0.1, '{}', 0.9, 100, 0.1, 0,
        'core', e::vector, ${RECOGNISER}, 'bench'
      from unnest(${embeddings}::text[]) with ordinality as each (e, o)`.execute(db);
    await sql`insert into assignment (face_id, person_id, source)
      select ${id('face', face)}, ${id('person', person)}, 'auto'
      from generate_series(1, ${embeddings.length}) o`.execute(db);
  }
  await sql`insert into reference (id, club_person_id, recogniser, pipeline_version, embedding, crop, expires_on, created_at)
    select gen_random_uuid(), ${one}, ${RECOGNISER}, 'bench', embedding, '', current_date + 100, now()
    from face where id in (${id('face', '0')}, ${id('face', '1')}, ${id('face', '2')})`.execute(db);
  await sql`insert into reference (id, club_person_id, recogniser, pipeline_version, embedding, crop, expires_on, created_at)
    select gen_random_uuid(), cp.id, ${RECOGNISER}, 'bench', f.embedding, '', current_date + 100, now()
    from generate_series(2, ${sql.lit(Math.min(CLUB_PEOPLE, persons))}) n
      join club_person cp on cp.id = ${id('one', 'n')} join face f on f.id = ${id('face', `(n - 1) * ${FACES_OF_PERSON}`)}`.execute(
    db,
  );
  await refreshPersonMeans(db);
  await vacuumTables(db, new Date());
}

/** Times the searches across all galleries as their repository answers them, without HTTP, one at a time. */
export async function benchSearch(db: Kysely<DB>, rounds: number) {
  const { rows } = await sql<{ one: string; face: string; gallery: string }>`
    select ${id('one', '1')} as one, embedding as face, gallery_id as gallery
    from face where id = ${id('face', '0')}`.execute(db);
  const { one, face, gallery } = rows[0] as { one: string; face: string; gallery: string };
  const today = new Date().toISOString().slice(0, 10);
  const search = { viewer: { id: one, grants: [] }, thresholds, today };
  const page = { limit: 200, offset: 0 };
  const calls: Record<string, () => Promise<unknown>> = {
    'my photos': () => listFoundPhotos(db, search, one, page),
    questions: () => listMatchQuestionsOfPerson(db, search, one, 20),
    'one face once': () => photosOfFace(db, search, face, page.limit),
    'questions of one gallery': () => listMatchQuestionsOfGallery(db, search, gallery),
  };
  const found = (await listFoundPhotos(db, search, one, page)).total;
  const figures = [];
  for (const [call, run] of Object.entries(calls)) {
    const times = await timesOf(rounds, run);
    figures.push({ call, medianMs: quantile(times, 0.5), p95Ms: quantile(times, 0.95) });
  }
  return { found, expected: FACES_OF_PERSON, figures, bytes: await bytesOfFaces(db) };
}

/** Of the table of faces with its indexes and long values, and of the whole database. */
async function bytesOfFaces(db: Kysely<DB>) {
  const { rows } = await sql<{ faces: string; database: string }>`
    select pg_total_relation_size('face') as faces, pg_database_size(current_database()) as database`.execute(
    db,
  );
  return { faces: Number(rows[0]?.faces), database: Number(rows[0]?.database) };
}
