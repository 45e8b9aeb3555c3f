import { performance } from 'node:perf_hooks';
import { type Kysely, sql } from 'kysely';
import type { DB } from '#server/db/tables.ts';
import { refreshPersonMeans } from '#server/features/faces/gallery-people/mean-embeddings.ts';
import {
  limitsOf,
  measured,
  withinLimits,
} from '#server/features/faces/my-photos/apply-search-thresholds.sql.ts';
import { listFoundPhotos } from '#server/features/faces/my-photos/found-photos.repository.ts';
import { matchesIn, oneFace, searchTables } from '#server/features/faces/my-photos/matches.sql.ts';
import { releaseVersions } from '#server/features/people/consent/consent-texts.ts';
import { quantile } from '../../load-test/load-test-report.ts';
import { RECOGNISER, thresholds } from './thresholds.ts';

const PERSONS_OF_GALLERY = 50;
const GALLERIES_OF_CLUB = 20;
export const PERSONS_OF_CLUB = PERSONS_OF_GALLERY * GALLERIES_OF_CLUB;
/** One gallery in so many is public. */
const PUBLIC_EVERY = 10;
const FACES_OF_PERSON = 10;
const CLUB_PEOPLE = 100;
/** Of each club, who refused to be shown outside. */
const REFUSERS = 3;

export interface ManyClubs {
  persons: number;
  /** Clubs whose persons have faces, and whose families ask. */
  askingClubs: number;
  dimensions: number;
}

const id = (kind: string, n: string) => `md5('${kind}' || (${n})::text)::uuid`;
/** A direction with a part common to all, so that strangers are as far apart as measured: .87 on average. */
const direction = (dimensions: number, of: string) =>
  `(select array_agg(0.11 * (0.5 + scale.x) + random() - 0.5) from generate_series(1, ${dimensions} + 0 * (${of})),
    (select random() + 0 * (${of}) as x) scale)::vector`;

/**
 * Fills an empty, migrated database: clubs of 1,000 persons in 20 galleries, with a family in each that looks for its first
 * person. Persons of other clubs have means alone, which is all that a search could read of them.
 */
export async function seedManyClubs(db: Kysely<DB>, size: ManyClubs): Promise<void> {
  const { persons, askingClubs, dimensions } = size;
  const clubs = Math.ceil(persons / PERSONS_OF_CLUB);
  const galleries = clubs * GALLERIES_OF_CLUB;
  const asking = Math.min(askingClubs, clubs) * PERSONS_OF_CLUB;
  const people = clubs * CLUB_PEOPLE;
  const clubOf = (n: string) => id('club', `(${n}) / ${CLUB_PEOPLE}`);
  const galleryOf = (n: string) => id('gallery', `(${n}) / ${PERSONS_OF_GALLERY}`);
  const upTo = (count: number) => `generate_series(0, ${count - 1}) n`;
  const statements = [
    `insert into club (id, name, slug, sport_type) select ${id('club', 'n')}, 'Club ' || n, 'club-' || n, 'Football' from ${upTo(clubs)}`,
    `insert into app_user (id, username, username_key, email, email_key, first_name, last_name, password_hash)
      select ${id('user', 'n')}, 'u' || n, 'u' || n, n || '@example.org', n || '@example.org', 'A', 'B', 'none' from ${upTo(people)}`,
    `insert into club_membership (club_id, user_id, status, approved_at)
      select ${clubOf('n')}, ${id('user', 'n')}, 'approved', now() from ${upTo(people)}`,
    `insert into club_person (id, club_id, first_name, last_name)
      select ${id('known', 'n')}, ${clubOf('n')}, 'A' || n, 'B' || n from ${upTo(people)}`,
    `insert into guardianship (id, club_person_id, user_id, state, asked_at)
      select ${id('guard', 'n')}, ${id('known', 'n')}, ${id('user', 'n')}, 'confirmed', now() from ${upTo(people)}`,
    `insert into consent (id, club_person_id, purpose, answer, said_as, text_version, language, said_at)
      select gen_random_uuid(), id, 'find', 'yes', 'paper', '${releaseVersions.find}', 'en', now() from club_person`,
    `insert into consent (id, club_person_id, purpose, answer, said_as, text_version, language, said_at)
      select gen_random_uuid(), ${id('known', 'n')}, 'outside', 'no', 'paper', '${releaseVersions.outside}', 'en', now()
      from ${upTo(people)} where n % ${CLUB_PEOPLE} between 1 and ${REFUSERS}`,
    `insert into event (id, name, slug, event_date)
      select ${id('event', 'n')}, 'Match ' || n, 'match-' || n, current_date - n % 1000 from ${upTo(galleries)}`,
    `insert into event_club (event_id, club_id)
      select ${id('event', 'n')}, ${id('club', `n / ${GALLERIES_OF_CLUB}`)} from ${upTo(galleries)}`,
    `insert into stored_gallery (id, name, event_id, visibility, created_by, created_at)
      select ${id('gallery', 'n')}, 'Gallery ' || n, ${id('event', 'n')},
        case n % ${PUBLIC_EVERY} when 0 then 'public' else 'club_restricted' end,
        ${id('user', `n / ${GALLERIES_OF_CLUB} * ${CLUB_PEOPLE} + ${CLUB_PEOPLE - 1}`)},
        now() - make_interval(mins => (n::bigint * 7919 % ${galleries})::int) from ${upTo(galleries)}`,
    `insert into person (id, gallery_id, number)
      select ${id('person', 'n')}, ${galleryOf('n')}, n from ${upTo(clubs * PERSONS_OF_CLUB)}`,
    // Of each club's people who refused, one person is known to be each.
    `insert into club_person_link (person_id, club_id, club_person_id)
      select ${id('person', `n / ${CLUB_PEOPLE} * ${PERSONS_OF_CLUB} + n % ${CLUB_PEOPLE}`)}, ${clubOf('n')}, ${id('known', 'n')}
      from ${upTo(people)} where n % ${CLUB_PEOPLE} between 1 and ${REFUSERS}`,
    `insert into person_mean (person_id, recogniser, embedding, gallery_id)
      select ${id('person', 'n')}, '${RECOGNISER}', ${direction(dimensions, 'n')}, ${galleryOf('n')}
      from generate_series(${asking}, ${clubs * PERSONS_OF_CLUB - 1}) n`,
    `insert into photo (id, gallery_id, filename, sha256, mime, bytes, width, height, original_key)
      select ${id('photo', 'n')}, ${galleryOf(`n / ${FACES_OF_PERSON}`)}, n || '.jpg', decode(md5(n::text), 'hex'),
        'image/jpeg', 4000000, 6000, 4000, 'originals/' || n from ${upTo(asking * FACES_OF_PERSON)}`,
    `insert into face (id, photo_id, gallery_id, x, y, w, h, landmarks, score, size_px, blur, yaw, grade, embedding,
        recogniser, pipeline_version)
      select ${id('face', `axis.n * ${FACES_OF_PERSON} + k`)}, ${id('photo', `axis.n * ${FACES_OF_PERSON} + k`)}, ${galleryOf('axis.n')},
        0.1, 0.1, 0.1, 0.1, '{}', 0.9, 100, 0.1, 0, 'core',
        axis.v + (select array_agg((random() - 0.5) * 0.6) from generate_series(1, ${dimensions} + 0 * k))::vector, '${RECOGNISER}', 'bench'
      from (select n, ${direction(dimensions, 'n')} as v from ${upTo(asking)} offset 0) axis, generate_series(0, ${FACES_OF_PERSON - 1}) k`,
    `insert into assignment (face_id, person_id, source)
      select ${id('face', 'n')}, ${id('person', `n / ${FACES_OF_PERSON}`)}, 'auto' from ${upTo(asking * FACES_OF_PERSON)}`,
    // The first child of each club is looked for by three pictures of its first person.
    `insert into reference (id, club_person_id, recogniser, pipeline_version, embedding, crop, expires_on, created_at)
      select gen_random_uuid(), ${id('known', `n * ${CLUB_PEOPLE}`)}, '${RECOGNISER}', 'bench', f.embedding, '', current_date + 100, now()
      from ${upTo(asking / PERSONS_OF_CLUB)}, generate_series(0, 2) k
        join face f on true where f.id = ${id('face', `n * ${PERSONS_OF_CLUB * FACES_OF_PERSON} + k`)}`,
  ];
  for (const statement of statements) await sql.raw(statement).execute(db);
  await sql`analyze`.execute(db);
  await refreshPersonMeans(db);
  await sql`vacuum analyze`.execute(db);
}

/** An answer over 500 public galleries takes ten times as long to compare. */
const PUBLIC_COMPARED_EVERY = 10;
const SCOPES = ['own', 'public'] as const;
type Scope = (typeof SCOPES)[number];

/** The member of a club, by its number, who looks for the first person of it. */
export async function familyOf(db: Kysely<DB>, club: number) {
  const { rows } = await sql<{ user: string; child: string }>`select
    ${sql.raw(id('user', `${club * CLUB_PEOPLE}`))} as user, ${sql.raw(id('known', `${club * CLUB_PEOPLE}`))} as child`.execute(
    db,
  );
  return rows[0]!;
}

export const searchOf = (viewerId: string, scope: Scope) => ({
  viewer: { id: viewerId, grants: [] },
  thresholds,
  today: new Date().toISOString().slice(0, 10),
  scope,
});

/** Times *My photos*, and compares what faces find with an answer that reads every mean it should and no index. */
export async function benchManyClubs(
  db: Kysely<DB>,
  { askingClubs, searches, rounds }: { askingClubs: number; searches: number; rounds: number },
) {
  await sql`create table bench_mean as
    select m.person_id, m.embedding, ec.club_id, g.id as gallery_id, g.visibility, g.created_at
    from person_mean m join stored_gallery g on g.id = m.gallery_id join event_club ec on ec.event_id = g.event_id
    where g.visibility = 'public' or ec.club_id in (
      select md5('club' || n)::uuid from generate_series(0, ${sql.lit(askingClubs - 1)}) n)`.execute(db);
  await sql`analyze bench_mean`.execute(db);
  const families = [];
  for (let club = 0; club < askingClubs; club += 1) families.push(await familyOf(db, club));
  const figures = [];
  for (const scope of SCOPES) {
    const times: number[] = [];
    let [found, galleries] = [0, 0];
    for (let round = 0; round < rounds; round += 1)
      for (const { user, child } of families) {
        const started = performance.now();
        const page = await listFoundPhotos(db, searchOf(user, scope), child, { limit: 200, offset: 0 });
        times.push(performance.now() - started);
        found += page.total;
        galleries += page.galleries;
      }
    const [medianMs, p95Ms] = [quantile(times, 0.5), quantile(times, 0.95)];
    figures.push({ scope, medianMs, p95Ms, searches: times.length, found, galleries });
  }
  const faces = await sql<{ club: number; embedding: string }>`
    select (n % ${sql.lit(askingClubs)})::int as club, f.embedding::text as embedding
    from generate_series(1, ${sql.lit(searches)}) n join face f
      on f.id = md5('face' || (n * 97 % ${sql.lit(askingClubs * PERSONS_OF_CLUB * FACES_OF_PERSON)}))::uuid`.execute(
    db,
  );
  const compared = { own: { searches: 0, equal: 0 }, public: { searches: 0, equal: 0 } };
  for (const [i, { club, embedding }] of faces.rows.entries())
    for (const scope of SCOPES) {
      if (scope === 'public' && i % PUBLIC_COMPARED_EVERY !== 0) continue;
      compared[scope].searches += 1;
      if (await isEqual(db, families[club]!.user, club, scope, embedding)) compared[scope].equal += 1;
    }
  await sql`drop table bench_mean`.execute(db);
  return { figures, compared, bytes: await bytesOfMeans(db) };
}

async function isEqual(db: Kysely<DB>, user: string, club: number, scope: Scope, embedding: string) {
  const search = searchOf(user, scope);
  const found = await sql<{ person_id: string; distance: number }>`
    with ${searchTables(search)}
    select person_id, distance from ${matchesIn(search, oneFace(embedding))} found order by person_id`.execute(
    db,
  );
  const own = sql`club_id = md5('club' || ${sql.lit(club)})::uuid`;
  const among =
    scope === 'own'
      ? own
      : sql`gallery_id in (select gallery_id from bench_mean where visibility = 'public' and not ${own}
          group by gallery_id, created_at order by created_at desc, gallery_id limit 500)`;
  const distances = sql`select target.club_person_id, person_id, embedding <=> target.mean as distance
    from bench_mean cross join target where ${among}`;
  const wanted = await sql<{ person_id: string; distance: number }>`
    with target as materialized (${oneFace(embedding)}),
    measured as materialized (${measured(distances, thresholds)}),
    limits as materialized (${limitsOf(thresholds)})
    select within.person_id, within.distance from (${withinLimits}) within
    where exists (select from assignment a where a.person_id = within.person_id)
      and not exists (select from club_person_link l join consent said
        on said.club_person_id = l.club_person_id and said.purpose = 'outside'
        where l.person_id = within.person_id and ${sql.lit(scope)} = 'public')
    order by person_id`.execute(db);
  const rounded = (rows: { person_id: string; distance: number }[]) =>
    JSON.stringify(rows.map(({ person_id, distance }) => [person_id, distance.toFixed(5)]));
  return rounded(found.rows) === rounded(wanted.rows);
}

async function bytesOfMeans(db: Kysely<DB>) {
  const { rows } = await sql<{ persons: string; table: string; indexes: string }>`select
    (select count(*) from person_mean) as persons, pg_relation_size('person_mean') as table,
    pg_indexes_size('person_mean') as indexes`.execute(db);
  const { persons, table, indexes } = rows[0]!;
  return { persons: Number(persons), table: Number(table), indexes: Number(indexes) };
}
