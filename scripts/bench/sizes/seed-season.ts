import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { DB } from '#server/db/tables.ts';
import { vacuumTables } from '#server/db/vacuum-tables.ts';
import { refreshPersonMeans } from '#server/features/faces/gallery-people/mean-embeddings.ts';
import { rowsOfSeason, type Season, seasonTables } from './season.ts';

/** Faces that one statement inserts: the embedded database may use no more memory for it. */
const FACES_AT_ONCE = 3_000;
const STARTED_MS = 1_760_000_000_000;

/** Ids that sort by time of creation, as those of the product do: other ids would leave pages half empty. */
const id = (kind: string, n: string): RawBuilder<string> =>
  sql.raw(`(lpad(to_hex(${STARTED_MS} + (${n})::bigint), 12, '0') || '7' || substr(md5('${kind}' || (${n})::text), 1, 3)
    || '8' || substr(md5('${kind}' || (${n})::text), 4, 15))::uuid`);
const sha256 = sql.raw(`sha256(n::text::bytea)`);

/**
 * Fills an empty, migrated database with a season as the product leaves it: texts, keys and embeddings have the lengths
 * of real ones; nothing in it is a real person.
 */
export async function seedSeason(db: Kysely<DB>, season: Season, embeddingLength: number): Promise<void> {
  const rows = rowsOfSeason(season);
  const series = (count: number, from = 1) => sql.raw(`generate_series(${from}, ${count}) n`);
  const galleryOf = (photo: string) =>
    id('gallery', `1 + (${photo} - 1) * ${season.galleries} / ${season.photos}`);
  const clubOf = (n: string) => id('club', `1 + ${n} % ${season.clubs}`);
  const photoOf = (face: string) => `(1 + floor((${face} - 1) / ${season.facesPerPhoto}::float))::int`;
  const personOf = (face: string) => `(1 + (${face} - 1) / ${season.facesPerPerson})::int`;
  const run = (statement: RawBuilder<unknown>) => statement.execute(db);

  await run(sql`insert into app_user (id, username, username_key, email, email_key, first_name, last_name, password_hash)
    select ${id('user', 'n')}, 'marie.berger' || n, 'marie.berger' || n, 'marie.berger' || n || '@example.org',
      'marie.berger' || n || '@example.org', 'Marie', 'Berger' || n, repeat('x', 97) from ${series(rows.members)}`);
  await run(sql`insert into club (id, name, slug, sport_type)
    select ${id('club', 'n')}, 'Sportverein ' || n, 'sportverein-' || n, 'Handball' from ${series(rows.clubs)}`);
  await run(sql`insert into club_membership (club_id, user_id, status, approved_at)
    select ${clubOf('n')}, ${id('user', 'n')}, 'approved', now() from ${series(rows.members)}`);
  await run(sql`insert into event (id, name, slug, event_date, location)
    select ${id('event', 'n')}, 'Home match ' || n, 'home-match-' || n, current_date, 'Sports hall'
    from ${series(rows.galleries)}`);
  await run(sql`insert into event_club (event_id, club_id)
    select ${id('event', 'n')}, ${clubOf('n')} from ${series(rows.galleries)}`);
  await run(sql`insert into gallery (id, name, event_id, visibility)
    select ${id('gallery', 'n')}, 'Home match ' || n, ${id('event', 'n')}, 'club_restricted' from ${series(rows.galleries)}`);
  await run(sql`insert into gallery_club (gallery_id, club_id)
    select ${id('gallery', 'n')}, ${clubOf('n')} from ${series(rows.galleries)}`);
  await run(sql`insert into notification (id, user_id, kind, params, href)
    select ${id('notification', 'n')}, ${id('user', `1 + n % ${rows.members}`)}, 'gallery_created',
      '{"gallery": "Home match 123", "event": "Home match 123"}', '/gallery/' || ${id('gallery', '1')}
    from ${series(rows.notifications)}`);
  await run(sql`insert into photo (id, gallery_id, uploaded_by, filename, sha256, mime, bytes, width, height, taken_at,
      thumbhash, original_key)
    select ${id('photo', 'n')}, ${galleryOf('n')}, ${id('user', '1')}, 'IMG_' || n || '.jpg', ${sha256}, 'image/jpeg',
      5000000, 6000, 4000, now() + n * interval '1 second', repeat('h', 28),
      'originals/ab/' || encode(${sha256}, 'hex') || '-' || ${id('photo', 'n')} || '.jpg' from ${series(rows.photos)}`);
  await run(sql`insert into photo_analysis (photo_id, gallery_id, status, attempts, faces_detected, pipeline_version, started_at,
      completed_at)
    select ${id('photo', 'n')}, ${galleryOf('n')}, 'completed', 1, 3, 'yunet+mobilefacenet/1-4f2a90c1', now(),
      now() + n * interval '1 second' from ${series(rows.photos)}`);
  for (let from = 1; from <= rows.faces; from += FACES_AT_ONCE)
    await run(sql`insert into face (id, photo_id, gallery_id, x, y, w, h, landmarks, score, size_px, blur, yaw, grade, embedding,
        recogniser, pipeline_version)
      select ${id('face', 'n')}, ${id('photo', photoOf('n'))}, ${galleryOf(photoOf('n'))}, 0.1, 0.1, 0.1, 0.1,
        array_fill(0.5::real, array[10]), 0.9, 80, 1, 0, 'core',
        (select array_agg((random() - 0.5 + i * 0 + n * 0)::real) from generate_series(1, ${sql.lit(embeddingLength)}) i)::vector,
        'mobilefacenet', 'yunet+mobilefacenet/1-4f2a90c1'
      from ${series(Math.min(rows.faces, from + FACES_AT_ONCE - 1), from)}`);
  const faceOfPerson = `1 + (n - 1) * ${season.facesPerPerson}`;
  await run(sql`insert into person (id, gallery_id, number, representative_face_id)
    select ${id('person', 'n')}, ${galleryOf(photoOf(faceOfPerson))}, n, ${id('face', faceOfPerson)}
    from ${series(rows.persons)}`);
  await run(sql`insert into assignment (face_id, person_id, source)
    select ${id('face', 'n')}, ${id('person', personOf('n'))}, 'auto' from ${series(rows.faces)}`);
  await run(sql`insert into person_suggestion (gallery_id, first_id, second_id, distance, rank)
    select gallery_id, id, next_id, 0.6, 0 from
      (select gallery_id, id, lead(id) over (order by id) as next_id from person) p where next_id is not null`);
  await refreshPersonMeans(db);
  await vacuumTables(db, new Date());
}

/** Removes all rows, so that the tables are as small as before. */
export async function removeSeason(db: Kysely<DB>): Promise<void> {
  await sql`truncate ${sql.join(seasonTables.map((name) => sql.table(name)))} cascade`.execute(db);
}
