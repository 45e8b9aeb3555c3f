import { type Kysely, sql } from 'kysely';
import { systemClock } from '#server/clock.ts';
import type { Viewer } from '#server/contract/permissions.ts';
import { countingQueries } from '#server/db/query-counter.ts';
import type { DB } from '#server/db/tables.ts';
import { vacuumTables } from '#server/db/vacuum-tables.ts';
import { listUsers } from '#server/features/accounts/users/users.repository.ts';
import { listClubs } from '#server/features/clubs/clubs/clubs.repository.ts';
import {
  listStorageOfClubs,
  listStorageOfGalleries,
  listStorageOfPhotographers,
} from '#server/features/clubs/storage-usage/list-storage-usage.repository.ts';
import { faceSummary, listPeople } from '#server/features/faces/gallery-people/gallery-people.repository.ts';
import { namesForSignedIn } from '#server/features/faces/gallery-people/names-for-signed-in.repository.ts';
import { facesLike, peopleLike } from '#server/features/faces/gallery-people/similar-faces.repository.ts';
import { getAnalysesSummary } from '#server/features/faces/recognition/photo-analysis-reports.repository.ts';
import { listEvents } from '#server/features/galleries/events/events.repository.ts';
import { findGallery, listGalleries } from '#server/features/galleries/galleries/galleries.repository.ts';
import { loadGallery } from '#server/features/galleries/galleries/load-gallery.ts';
import { listPhotos } from '#server/features/galleries/photos/photos.repository.ts';
import { quantile } from '../load-test/load-test-report.ts';
import { timesOf } from './statistics.ts';

/** A club federation's worth of rows; see issue "the whole contract". */
export const largeWorld = {
  clubs: 1_000,
  users: 10_000,
  events: 5_000,
  galleries: 5_000,
  photos: 200_000,
  faces: 500_000,
  /** Each is in the photos of one gallery; one of ten refuses to be shown outside the club. */
  clubPersons: 10_000,
};

/** A UUID of version 4 in its form. */
const id = (kind: string, n: string) =>
  sql.raw(`overlay(overlay(md5('${kind}' || (${n})::text) placing '4' from 13) placing '8' from 17)::uuid`);

/** Fills an empty, migrated database with synthetic rows; nothing in it is a real person. */
export async function seedLargeWorld(db: Kysely<DB>, world = largeWorld): Promise<void> {
  const series = (count: number) => sql.raw(`generate_series(1, ${count}) n`);
  const perGallery = Math.round(world.photos / world.galleries);
  const people = 8;
  const statements = [
    sql`insert into app_user (id, username, username_key, email, email_key, first_name, last_name, password_hash)
      select ${id('user', 'n')}, 'user' || n, 'user' || n, 'user' || n || '@example.org', 'user' || n || '@example.org', 'First' || n, 'Last' || n, 'none' from ${series(world.users)}`,
    sql`insert into club (id, name, slug, sport_type) select ${id('club', 'n')}, 'Club ' || n, 'club-' || n, 'Football' from ${series(world.clubs)}`,
    sql`insert into club_membership (club_id, user_id, status, approved_at)
      select ${id('club', `1 + n % ${world.clubs}`)}, ${id('user', 'n')}, 'approved', now() from ${series(world.users)}`,
    sql`insert into event (id, name, slug, event_date) select ${id('event', 'n')}, 'Match ' || n, 'match-' || n, current_date - 200 + n % 400 from ${series(world.events)}`,
    sql`insert into event_club (event_id, club_id) select ${id('event', 'n')}, ${id('club', `1 + n % ${world.clubs}`)} from ${series(world.events)}`,
    sql`insert into gallery (id, name, event_id, photographer_id, visibility, created_at)
      select ${id('gallery', 'n')}, 'Gallery ' || n, ${id('event', `1 + n % ${world.events}`)}, ${id('user', `1 + n % ${world.users}`)},
        (array['private', 'club_restricted', 'public'])[1 + n % 3], now() - n * interval '1 minute' from ${series(world.galleries)}`,
    sql`insert into photo (id, gallery_id, uploaded_by, filename, sha256, mime, bytes, width, height, original_key, taken_at)
      select ${id('photo', 'n')}, ${id('gallery', `1 + n / ${perGallery} % ${world.galleries}`)}, ${id('user', `1 + n % ${world.users}`)}, 'IMG_' || n || '.jpg', decode(md5(n::text), 'hex'),
        'image/jpeg', 4000000, 6000, 4000, 'originals/' || n, now() - n * interval '1 second' from ${series(world.photos)}`,
    sql`insert into photo_analysis (photo_id, gallery_id, status, attempts, faces_detected, completed_at)
      select ${id('photo', 'n')}, ${id('gallery', `1 + n / ${perGallery} % ${world.galleries}`)}, 'completed', 1, 2, now() - n * interval '1 second' from ${series(world.photos)}`,
    sql`insert into person (id, gallery_id, number)
      select ${id('person', 'n')}, ${id('gallery', `1 + n / ${people} % ${world.galleries}`)}, n from ${series(world.galleries * people)}`,
    sql`insert into face (id, photo_id, gallery_id, x, y, w, h, landmarks, score, size_px, blur, yaw, grade, embedding, recogniser, pipeline_version)
      select ${id('face', 'n')}, ${id('photo', `1 + n % ${world.photos}`)},
        ${id('gallery', `1 + (1 + n % ${world.photos}) / ${perGallery} % ${world.galleries}`)},
        0.1, 0.1, 0.1, 0.1, '{}', 0.9, 100, 0.1, 0, 'core', v.embedding, 'mobilefacenet', 'bench'
      from ${series(world.faces)}, (select ${`[${Array.from({ length: 128 }, () => 0.1).join(',')}]`}::vector as embedding) v`,
    sql`insert into assignment (face_id, person_id, source)
      select ${id('face', 'n')}, ${id('person', `((1 + n % ${world.photos}) / ${perGallery} % ${world.galleries}) * ${people} + n % ${people}`)}, 'auto'
      from ${series(world.faces)} where ((1 + n % ${world.photos}) / ${perGallery} % ${world.galleries}) * ${people} + n % ${people} > 0`,
    sql`update person set representative_face_id = a.face_id from
      (select distinct on (person_id) person_id, face_id from assignment order by person_id, face_id) a where a.person_id = person.id`,
    sql`insert into club_person (id, club_id, first_name)
      select ${id('club person', 'n')}, ${id('club', `1 + n % ${world.clubs}`)}, 'Child' || n from ${series(world.clubPersons)}`,
    sql`insert into club_person_link (person_id, club_id, club_person_id)
      select q.id, known.club_id, known.id from ${series(world.clubPersons)}
        join club_person known on known.id = ${id('club person', 'n')}
        join person q on q.id = ${id('person', `1 + (n * ${people}) % ${world.galleries * people}`)}
      on conflict do nothing`,
    sql`insert into consent (id, club_person_id, purpose, answer, said_as, text_version, language, said_at)
      select ${id('consent', 'n')}, ${id('club person', 'n')}, 'outside', case when n % 10 = 0 then 'no' else 'yes' end, 'paper', '1', 'en', now()
      from ${series(world.clubPersons)}`,
    sql`insert into takedown (id, photo_id, gallery_id, asked_at)
      select ${id('takedown', 'n')}, p.id, p.gallery_id, now() from ${series(Math.round(world.photos / 1_000))}
        join photo p on p.id = ${id('photo', 'n * 1000')}`,
  ];
  for (const statement of statements) await statement.execute(db);
  await vacuumTables(db, new Date());
}

export type ListFigure = { call: string; medianMs: number; p99Ms: number; statements: number };

type Subjects = Record<'member' | 'admin' | 'gallery' | 'club' | 'person' | 'face', string>;

/** Times each list call as its repository answers it, without HTTP, one at a time. */
export async function benchLists(database: Kysely<DB>, rounds = 40): Promise<ListFigure[]> {
  const { db, taken } = countingQueries(database);
  const { rows } = await sql<Subjects>`select
    ${id('user', '77')} as member, ${id('user', '78')} as admin, ${id('gallery', '12')} as gallery, ${id('club', '12')} as club,
    (select min(person_id::text) from assignment a join face f on f.id = a.face_id where f.gallery_id = ${id('gallery', '12')}) as person,
    (select min(id::text) from face where gallery_id = ${id('gallery', '12')}) as face`.execute(database);
  const { member, admin, gallery, club, person, face } = rows[0] as Subjects;
  const search = { galleryId: gallery, recogniser: 'mobilefacenet', metric: 'cosine' };
  const someone: Viewer = { id: member, grants: [] };
  const administrator: Viewer = { id: admin, grants: [{ role_name: 'admin', club_id: null }] };
  const today = new Date().toISOString().slice(0, 10);
  const page = { limit: 12, offset: 0 };
  const namesOf = async (viewer: Viewer) => {
    const loaded = await loadGallery({ db, clock: systemClock }, viewer, gallery);
    return namesForSignedIn(db, viewer, loaded, systemClock);
  };
  const calls: Record<string, () => Promise<unknown>> = {
    'clubs (500)': () => listClubs(db, someone, { limit: 500, offset: 0 }),
    'clubs, searched': () => listClubs(db, someone, { search: 'club 77', limit: 10, offset: 0 }),
    'users (25)': () => listUsers(db, { limit: 25, offset: 0 }, 'administration'),
    'users, searched': () => listUsers(db, { query: 'last77', limit: 10, offset: 0 }, 'search'),
    'events (200), upcoming': () =>
      listEvents(db, someone, today, { from_date: today, limit: 200, offset: 0 }),
    'galleries (12), member': () => listGalleries(db, someone, today, page),
    'galleries (12), administrator': () => listGalleries(db, administrator, today, page),
    'galleries of a club': () => listGalleries(db, someone, today, { ...page, club_id: club }),
    gallery: () => findGallery(db, administrator, today, gallery),
    'photos (200)': () => listPhotos(db, { gallery_id: gallery, audience: 'readers', limit: 200, offset: 0 }),
    'photos (200), stranger': () =>
      listPhotos(db, { gallery_id: gallery, audience: { galleryId: gallery, today }, limit: 200, offset: 0 }),
    'people of a gallery': async () => {
      const names = await namesOf(someone);
      return listPeople(db, gallery, { includeHidden: false, audience: 'readers' }, names);
    },
    'faces like a person (12)': async () =>
      facesLike(db, person, search, { distance: 0.1, limit: 12 }, await namesOf(administrator)),
    'people like a face (5)': () => peopleLike(db, [face], search, 5),
    'face summary': () => faceSummary(db, gallery, 'readers'),
    'analyses summary': () => getAnalysesSummary(db, new Date()),
    'storage of clubs (12)': () => listStorageOfClubs(db, page),
    'storage of the galleries of a club (12)': () => listStorageOfGalleries(db, { ...page, club_id: club }),
    'storage of photographers (12)': () => listStorageOfPhotographers(db, page),
  };
  const figures: ListFigure[] = [];
  for (const [call, run] of Object.entries(calls)) {
    await run();
    taken();
    await run();
    const statements = taken();
    const times = await timesOf(rounds, run);
    figures.push({ call, medianMs: quantile(times, 0.5), p99Ms: quantile(times, 0.99), statements });
  }
  return figures;
}
