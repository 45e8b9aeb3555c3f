/** @module-tag long */
import fc from 'fast-check';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { listMigrations, migrateUpTo } from '#server/db/migrate.ts';
import {
  fillGalleriesOfMeans,
  personMeans,
  refreshPersonMeans,
} from '#server/features/faces/gallery-people/mean-embeddings.ts';
import { newId } from '#server/ids.ts';
import { createEvent, createGallery, createPhoto } from '#tests/support/actors.ts';
import { databaseBefore, emptyTestDatabase, type TestDatabase } from '#tests/support/database.ts';
import { syntheticEmbedding } from '#tests/support/faces.ts';
import { startTestAppBeforeAll } from '#tests/support/test-app.ts';
import { runs } from '#tests/support/thoroughness.ts';

const app = startTestAppBeforeAll();
const HISTORIES = runs(3, 40);
const RECOGNISERS = ['first', 'second'] as const;
type Means = Record<string, number[]>;

const unit = (vector: readonly number[]) => {
  const length = Math.hypot(...vector);
  return vector.map((x) => x / length);
};
const numbers = (vector: string) => JSON.parse(vector) as number[];
const rounded = (vector: readonly number[]) => vector.map((x) => Math.round(x * 1e4) / 1e4 + 0);

async function meansAsRead(recogniser: string, db = app.ctx.db): Promise<Means> {
  const { rows } = await sql<{ person_id: string; embedding: string }>`
    select mean.person_id, mean.embedding::text as embedding
    from ${personMeans(recogniser, sql`select gallery_id from person`)} mean
      join person p on p.id = mean.person_id`.execute(db);
  expect(new Set(rows.map(({ person_id }) => person_id)).size).toBe(rows.length);
  return Object.fromEntries(rows.map(({ person_id, embedding }) => [person_id, rounded(numbers(embedding))]));
}

/** Written apart from the product. */
async function meansOfFaces(recogniser: string): Promise<Means> {
  const { rows } = await sql<{ person_id: string; grade: string; embedding: string }>`
    select a.person_id, f.grade, f.embedding::text as embedding from face f join assignment a on a.face_id = f.id
    where f.recogniser = ${recogniser} and f.is_current and f.embedding is not null and f.photo_id not in (
      select photo_id from takedown where photo_id is not null and (decided is null or decided = 'granted'))`.execute(
    app.ctx.db,
  );
  const people = Map.groupBy(rows, ({ person_id }) => person_id);
  return Object.fromEntries(
    [...people].map(([id, faces]) => {
      const core = faces.filter(({ grade }) => grade === 'core');
      const vectors = (core.length > 0 ? core : faces).map(({ embedding }) => unit(numbers(embedding)));
      return [
        id,
        rounded(vectors[0]!.map((_, i) => vectors.reduce((sum, v) => sum + v[i]!, 0) / vectors.length)),
      ];
    }),
  );
}

async function expectRightMeans(): Promise<void> {
  for (const recogniser of RECOGNISERS) {
    const [read, wanted] = [await meansAsRead(recogniser), await meansOfFaces(recogniser)];
    expect(Object.keys(read).sort()).toEqual(Object.keys(wanted).sort());
    for (const [id, mean] of Object.entries(wanted))
      for (const [i, x] of mean.entries()) expect(Math.abs(read[id]![i]! - x)).toBeLessThan(3e-4);
  }
}

const embeddingOf = (seed: number) =>
  `[${[...syntheticEmbedding(String(seed))].slice(0, 4).map((x) => x * (1 + (seed % 3)))}]`;

/** A photo with three faces of a gallery's people; every fifth face is nobody's. */
async function addPhotoOf(gallery: string, people: readonly string[], seed: number) {
  const { db } = app.ctx;
  const photo = await createPhoto(app, gallery);
  for (let n = 0; n < 3; n += 1) {
    const [id, at] = [newId(), seed + n];
    await sql`insert into face (id, photo_id, gallery_id, x, y, w, h, landmarks, score, size_px, blur, yaw, grade, embedding,
        recogniser, pipeline_version, is_current)
      values (${id}, ${photo}, ${gallery}, 0.1, 0.1, 0.1, 0.1, '{}', 0.9, 100, 0.1, 0, ${at % 3 ? 'core' : 'weak'},
        ${at % 7 ? embeddingOf(at) : null}::vector, ${RECOGNISERS[at % 4 ? 0 : 1]}, 'test', ${at % 6 !== 0})`.execute(
      db,
    );
    if (at % 5)
      await db
        .insertInto('assignment')
        .values({ face_id: id, person_id: people[at % people.length]!, source: 'auto' })
        .execute();
  }
}

async function addPeople(gallery: string): Promise<string[]> {
  const people = Array.from({ length: 4 }, (_, n) => ({ id: newId(), gallery_id: gallery, number: n + 1 }));
  await app.ctx.db.insertInto('person').values(people).execute();
  return people.map(({ id }) => id);
}

/** A part of the rows of a table, chosen anew by each seed. */
const someBy = (column: string, seed: number) =>
  sql<boolean>`abs(hashtext(${sql.ref(column)}::text || ${String(seed)})) % 3 = 0`;

const steps = {
  photo: async (gallery: string, people: readonly string[], seed: number) =>
    addPhotoOf(gallery, people, seed),
  move: async (_: string, people: readonly string[], seed: number) =>
    app.ctx.db
      .updateTable('assignment')
      .set({ person_id: people[seed % people.length]! })
      .where(someBy('face_id', seed))
      .execute(),
  free: async (_: string, __: unknown, seed: number) =>
    app.ctx.db.deleteFrom('assignment').where(someBy('face_id', seed)).execute(),
  grade: async (_: string, __: unknown, seed: number) =>
    app.ctx.db.updateTable('face').set({ grade: 'weak' }).where(someBy('id', seed)).execute(),
  outdate: async (_: string, __: unknown, seed: number) =>
    app.ctx.db.updateTable('face').set({ is_current: false }).where(someBy('id', seed)).execute(),
  renew: async (_: string, __: unknown, seed: number) =>
    sql`update face set recogniser = 'second', embedding = ${embeddingOf(seed)}::vector where ${someBy('id', seed)}`.execute(
      app.ctx.db,
    ),
  takedown: async (_: string, __: unknown, seed: number) =>
    sql`insert into takedown (id, gallery_id, photo_id, asked_at)
      select gen_random_uuid(), gallery_id, id, now() from photo where ${someBy('id', seed)}`.execute(
      app.ctx.db,
    ),
  decline: async (_: string, __: unknown, seed: number) =>
    app.ctx.db
      .updateTable('takedown')
      .set({ decided: 'declined', decided_at: new Date() })
      .where(someBy('id', seed))
      .execute(),
  grant: async (_: string, __: unknown, seed: number) =>
    app.ctx.db
      .updateTable('takedown')
      .set({ decided: 'granted', decided_at: new Date() })
      .where(someBy('id', seed))
      .execute(),
  'forget takedowns': async (_: string, __: unknown, seed: number) =>
    app.ctx.db.deleteFrom('takedown').where(someBy('id', seed)).execute(),
  'delete photos': async (_: string, __: unknown, seed: number) =>
    app.ctx.db.deleteFrom('photo').where(someBy('id', seed)).execute(),
  'delete people': async (gallery: string, people: string[], seed: number) => {
    await app.ctx.db
      .deleteFrom('person')
      .where('id', '=', people[seed % people.length]!)
      .execute();
    people.splice(0, people.length, ...(await peopleOf(gallery)));
    if (people.length === 0) people.push(...(await addPeople(gallery)));
  },
  'roll back': async (_: string, __: unknown, seed: number) =>
    app.ctx.db
      .transaction()
      .execute(async (trx) => {
        await trx.deleteFrom('assignment').where(someBy('face_id', seed)).execute();
        throw new Error('rolled back');
      })
      .catch(() => undefined),
  refresh: async () => refreshPersonMeans(app.ctx.db),
  /** As an earlier release kept them. */
  'forget galleries': async (_: string, __: unknown, seed: number) =>
    app.ctx.db
      .updateTable('person_mean')
      .set({ gallery_id: null })
      .where(someBy('person_id', seed))
      .execute(),
  fill: async () => fillGalleriesOfMeans(app.ctx.db),
};

const peopleOf = async (gallery: string) =>
  (await app.ctx.db.selectFrom('person').select('id').where('gallery_id', '=', gallery).execute()).map(
    ({ id }) => id,
  );

const marks = async () => (await app.ctx.db.selectFrom('person_mean_stale').selectAll().execute()).length;

test('means are those of the faces after any changes, kept or not', async () => {
  const { db } = app.ctx;
  const event = await createEvent(app);
  const step = fc.record({
    what: fc.constantFrom(...(Object.keys(steps) as (keyof typeof steps)[])),
    seed: fc.nat(),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 10, maxLength: 30 }), async (history) => {
      await db.deleteFrom('stored_gallery').execute();
      const gallery = await createGallery(app, { event });
      const people = await addPeople(gallery);
      for (const seed of [1, 5, 9, 13]) await addPhotoOf(gallery, people, seed);
      await refreshPersonMeans(db);
      for (const { what, seed } of history) {
        await steps[what](gallery, people, seed);
        await expectRightMeans();
      }
      await refreshPersonMeans(db);
      await fillGalleriesOfMeans(db);
      expect(await marks()).toBe(0);
      await expectRightMeans();
      const { rows } = await sql`select from person_mean kept
        where not exists (select from person where id = kept.person_id and gallery_id = kept.gallery_id)`.execute(
        db,
      );
      expect(rows).toEqual([]);
    }),
    { numRuns: HISTORIES },
  );
});

test('changes and refreshes at the same time lose none', async () => {
  const { db } = app.ctx;
  const gallery = await createGallery(app, { event: await createEvent(app) });
  const people = await addPeople(gallery);
  for (let seed = 0; seed < 10; seed += 1) await addPhotoOf(gallery, people, seed);
  await Promise.all(
    Array.from({ length: 60 }, async (_, n) => {
      if (n % 3 === 0) await refreshPersonMeans(db);
      else if (n % 3 === 1) await addPhotoOf(gallery, people, 100 + n);
      else
        await db
          .updateTable('assignment')
          .set({ person_id: people[n % people.length]! })
          .where('person_id', '=', people[(n + 1) % people.length]!)
          .where(someBy('face_id', n))
          .execute();
    }),
  );
  await expectRightMeans();
  await refreshPersonMeans(db);
  expect(await marks()).toBe(0);
  await expectRightMeans();
});

test('means are those of the galleries asked for, kept, out of date or without a gallery', async () => {
  const { db } = app.ctx;
  const event = await createEvent(app);
  const [asked, other] = [await createGallery(app, { event }), await createGallery(app, { event })];
  const people = await addPeople(asked);
  const others = await addPeople(other);
  const read = async () => {
    const { rows } = await sql<{ person_id: string }>`select person_id
      from ${personMeans('first', sql`select ${asked}::uuid`)} mean join person on person.id = mean.person_id`.execute(
      db,
    );
    return rows.map(({ person_id }) => person_id).sort();
  };
  for (const seed of [1, 5, 9, 13]) {
    await addPhotoOf(asked, people, seed);
    await addPhotoOf(other, others, seed);
  }
  const wanted = await read();
  expect(wanted.length).toBeGreaterThan(1);
  expect(people).toEqual(expect.arrayContaining(wanted));
  await refreshPersonMeans(db);
  expect(await read()).toEqual(wanted);
  await db
    .updateTable('person_mean')
    .set({ gallery_id: null })
    .where('person_id', 'in', [...wanted.slice(1), ...others])
    .execute();
  expect(await read()).toEqual(wanted);
});

test('means of an earlier release are found before and while they get their galleries', async () => {
  const { database, migrate } = await databaseBefore('20261208T1000-galleries-of-means');
  const db = database.db as TestDatabase['db'];
  try {
    await sql`create table person_of_test (id uuid, gallery_id uuid, n int)`.execute(db);
    await sql`insert into person_of_test
      select gen_random_uuid(), md5('gallery' || n % 3)::uuid, n from generate_series(1, 25000) n`.execute(
      db,
    );
    await db.transaction().execute(async (trx) => {
      await sql`set local session_replication_role = replica`.execute(trx); // rows without those that they belong to
      await sql`insert into person (id, gallery_id, number) select id, gallery_id, n from person_of_test`.execute(
        trx,
      );
      await sql`insert into person_mean (person_id, recogniser, embedding)
        select id, 'first', '[1,2]'::vector from person_of_test
        union all select gen_random_uuid(), 'first', '[1,2]'`.execute(trx);
      await sql`insert into person_mean_stale (person_id) select id from person_of_test where n = 3`.execute(
        trx,
      );
    });
    await migrate();
    const read = async () => {
      const { rows } = await sql<{ n: number }>`select n
        from ${personMeans('first', sql`select md5('gallery0')::uuid`)} mean
          join person_of_test on person_of_test.id = mean.person_id order by n`.execute(db);
      return rows.map(({ n }) => n);
    };
    const wanted = Array.from({ length: 8333 }, (_, i) => 3 * (i + 1)).slice(1); // of the first, the faces are gone
    expect(await read()).toEqual(wanted);
    const filling = fillGalleriesOfMeans(db);
    for (let n = 0; n < 3; n += 1) expect(await read()).toEqual(wanted);
    await filling;
    expect(await read()).toEqual(wanted);
    const { rows } = await sql<{ means: number; marks: number }>`select
      (select count(*)::int from person_mean kept join person_of_test p on p.id = kept.person_id
        where kept.gallery_id = p.gallery_id) as means,
      (select count(*)::int from person_mean_stale mark join person_of_test p on p.id = mark.person_id
        where mark.gallery_id = p.gallery_id) as marks`.execute(db);
    expect(rows).toEqual([{ means: 25_000, marks: 1 }]);
    expect(
      await db.selectFrom('person_mean').select('person_id').where('gallery_id', 'is', null).execute(),
    ).toEqual([]);
  } finally {
    await database.remove();
  }
});

test('the migration marks everybody who has faces', async () => {
  const database = await emptyTestDatabase();
  try {
    const migrations = await listMigrations();
    const before = migrations.filter((name) => name < '20261123T0200');
    const [event, gallery, photo, face, ada, bob] = Array.from({ length: 6 }, newId);
    await database.db.transaction().execute(async (trx) => {
      await migrateUpTo(trx, before);
      for (const insertion of [
        sql`insert into event (id, name, slug, event_date) values (${event}, 'Cup', 'cup', '2030-05-04')`,
        sql`insert into gallery (id, name, event_id, visibility) values (${gallery}, 'Match', ${event}, 'private')`,
        sql`insert into photo (id, gallery_id, filename, sha256, mime, bytes, width, height, original_key)
          values (${photo}, ${gallery}, 'a.jpg', '\\x00', 'image/jpeg', 1, 4, 3, 'a')`,
        sql`insert into face (id, photo_id, gallery_id, x, y, w, h, landmarks, score, size_px, blur, yaw, grade, embedding,
            recogniser, pipeline_version)
          values (${face}, ${photo}, ${gallery}, 0, 0, 1, 1, '{}', 1, 99, 0, 0, 'core', '[0,3,4]', 'first', 'test')`,
        sql`insert into person (id, gallery_id, number) values (${ada}, ${gallery}, 1), (${bob}, ${gallery}, 2)`,
        sql`insert into assignment (face_id, person_id, source) values (${face}, ${ada}, 'auto')`,
      ])
        await insertion.execute(trx);
    });
    await database.db.transaction().execute((trx) => migrateUpTo(trx, migrations));
    const db = database.db as TestDatabase['db'];
    expect(await meansAsRead('first', db)).toEqual({ [ada!]: [0, 0.6, 0.8] });
    await refreshPersonMeans(db);
    const kept = await db.selectFrom('person_mean').select(['person_id', 'recogniser']).execute();
    expect(kept).toEqual([{ person_id: ada, recogniser: 'first' }]);
  } finally {
    await database.remove();
  }
});
