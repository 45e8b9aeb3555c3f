/** @module-tag long */
import fc from 'fast-check';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { listMigrations, migrateUpTo } from '#server/db/migrate.ts';
import { keepDeletedPhotos } from '#server/features/galleries/photos/deleted-photos.repository.ts';
import { newId } from '#server/ids.ts';
import { createActor, createEvent, createGallery } from '#tests/support/actors.ts';
import { emptyTestDatabase, type TestDatabase } from '#tests/support/database.ts';
import { startTestAppBeforeAll } from '#tests/support/test-app.ts';
import { runs } from '#tests/support/thoroughness.ts';

const app = startTestAppBeforeAll();
const HISTORIES = runs(3, 40);

/** Deleted photos count as long as they can be restored. */
const stored = sql`(select gallery_id, uploaded_by, bytes from photo
  union all select gallery_id, uploaded_by, bytes from deleted_photo) stored`;
type Total = { id: string; photos: number; bytes: number };
async function totals(db: TestDatabase['db']) {
  const read = async (query: ReturnType<typeof sql>) => (await query.execute(db)).rows as Total[];
  return {
    kept: [
      await read(sql`select gallery_id as id, photos, bytes from gallery_storage order by 1`),
      await read(sql`select user_id as id, photos, bytes from uploader_storage order by 1`),
    ],
    summed: [
      await read(sql`select gallery_id as id, count(*)::int as photos, sum(bytes)::bigint as bytes
        from ${stored} group by 1 order by 1`),
      await read(sql`select uploaded_by as id, count(*)::int as photos, sum(bytes)::bigint as bytes
        from ${stored} where uploaded_by is not null group by 1 order by 1`),
    ],
  };
}

const photosOf = (galleries: readonly string[], uploaders: readonly string[], seeds: readonly number[]) =>
  seeds.map((seed) => {
    const id = newId();
    return {
      id,
      gallery_id: galleries[seed % galleries.length]!,
      uploaded_by: seed % 4 === 0 ? null : uploaders[seed % uploaders.length]!,
      filename: `${id}.jpg`,
      sha256: Buffer.from(id),
      mime: 'image/jpeg',
      bytes: 1 + (seed % 9_000_000),
      width: 4_000,
      height: 3_000,
      original_key: `originals/aa/${id}.jpg`,
    };
  });

/** A part of the photos, chosen anew by each seed. */
const someOf = (seed: number) => sql<boolean>`abs(hashtext(id::text || ${String(seed)})) % 3 = 0`;

test('the totals are the sums after any insertions, deletions and moves, of galleries and accounts too', async () => {
  const { db } = app.ctx;
  const event = await createEvent(app);
  const step = fc.record({
    what: fc.constantFrom(
      'insert',
      'insert many',
      'delete',
      'move',
      'resize',
      'rename',
      'gallery',
      'account',
      'undo',
      'keep deleted',
      'purge',
    ),
    seed: fc.nat(),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 25 }), async (steps) => {
      await db.deleteFrom('photo').execute();
      await db.deleteFrom('deleted_photo').execute();
      const galleries = [await createGallery(app, { event }), await createGallery(app, { event })];
      const uploaders = [(await createActor(app)).id, (await createActor(app)).id];
      const insert = (seeds: readonly number[], into = db) =>
        into
          .insertInto('photo')
          .values(photosOf(galleries, uploaders, seeds))
          .execute();
      for (const { what, seed } of steps) {
        if (what === 'insert') await insert([seed]);
        if (what === 'insert many') await insert(Array.from({ length: 12 }, (_, n) => seed + n));
        if (what === 'delete') await db.deleteFrom('photo').where(someOf(seed)).execute();
        if (what === 'keep deleted')
          await db.transaction().execute(async (trx) => {
            const chosen = await trx.selectFrom('photo').select('id').where(someOf(seed)).execute();
            await keepDeletedPhotos(
              trx,
              chosen.map(({ id }) => id),
              { by: uploaders[0]!, at: new Date() },
            );
            await trx.deleteFrom('photo').where(someOf(seed)).execute();
          });
        if (what === 'purge') await db.deleteFrom('deleted_photo').where(someOf(seed)).execute();
        const update = db.updateTable('photo').where(someOf(seed));
        if (what === 'move') await update.set({ gallery_id: galleries[seed % galleries.length]! }).execute();
        if (what === 'resize') await update.set({ bytes: 1 + (seed % 5_000) }).execute();
        if (what === 'rename') await update.set({ filename: 'a.jpg' }).execute();
        if (what === 'gallery') {
          await db.deleteFrom('gallery').where('id', '=', galleries.shift()!).execute();
          galleries.push(await createGallery(app, { event }));
        }
        if (what === 'account') {
          await db.deleteFrom('app_user').where('id', '=', uploaders.shift()!).execute();
          uploaders.push((await createActor(app)).id);
        }
        if (what === 'undo')
          await db
            .transaction()
            .execute(async (trx) => {
              await insert([seed, seed + 1], trx);
              await trx.deleteFrom('photo').where(someOf(seed)).execute();
              throw new Error('rolled back');
            })
            .catch(() => undefined);
        const { kept, summed } = await totals(db);
        expect(kept).toEqual(summed);
      }
    }),
    { numRuns: HISTORIES },
  );
});

test('photos that come and go at the same time are all counted', async () => {
  const { db } = app.ctx;
  await db.deleteFrom('photo').execute();
  await db.deleteFrom('deleted_photo').execute();
  const event = await createEvent(app);
  const galleries = [await createGallery(app, { event }), await createGallery(app, { event })];
  const uploaders = [(await createActor(app)).id, (await createActor(app)).id];
  await Promise.all(
    Array.from({ length: 60 }, async (_, n) => {
      const photos = photosOf(galleries, uploaders, [n + 1, n + 2, n + 4]);
      await db.insertInto('photo').values(photos).execute();
      if (n % 2)
        await db
          .deleteFrom('photo')
          .where(
            'id',
            'in',
            photos.map(({ id }) => id),
          )
          .execute();
    }),
  );
  const { kept, summed } = await totals(db);
  expect(kept).toEqual(summed);
  expect(kept[0]!.reduce((sum, { photos }) => sum + photos, 0)).toBe(90);
});

test('the migration counts the photos that are there', async () => {
  const database = await emptyTestDatabase();
  try {
    const migrations = await listMigrations();
    const before = migrations.filter((name) => name < '20261122T2346');
    await database.db.transaction().execute(async (trx) => {
      await migrateUpTo(trx, before);
      const id = newId();
      await sql`insert into app_user (id, username, username_key, email, email_key, password_hash)
        values (${id}, 'ada', 'ada', 'ada@example.org', 'ada@example.org', 'none')`.execute(trx);
      const event = newId();
      await sql`insert into event (id, name, slug, event_date) values (${event}, 'Cup', 'cup', '2030-05-04')`.execute(
        trx,
      );
      const galleries = [newId(), newId()];
      for (const gallery of galleries)
        await sql`insert into gallery (id, name, event_id, visibility)
          values (${gallery}, 'Match', ${event}, 'private')`.execute(trx);
      await trx
        .insertInto('photo')
        .values(photosOf(galleries, [id], [1, 2, 3, 4, 5, 6, 7, 8, 9]))
        .execute();
    });
    await database.db.transaction().execute((trx) => migrateUpTo(trx, migrations));
    const { kept, summed } = await totals(database.db as TestDatabase['db']);
    expect(kept[0]).toHaveLength(2);
    expect(kept[1]).toHaveLength(1);
    expect(kept).toEqual(summed);
  } finally {
    await database.remove();
  }
});
