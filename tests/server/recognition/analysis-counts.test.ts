import fc from 'fast-check';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { listMigrations, migrateUpTo } from '#server/db/migrate.ts';
import { foldAnalysisCounts } from '#server/features/recognition/analysis-counts.repository.ts';
import { getAnalysesSummary } from '#server/features/recognition/photo-analysis-reports.repository.ts';
import { newId } from '#server/ids.ts';
import { createEvent, createGallery } from '#tests/support/actors.ts';
import { emptyTestDatabase, type TestDatabase } from '#tests/support/database.ts';
import { startTestAppBeforeAll } from '#tests/support/test-app.ts';
import { TEST_SERVER_URL } from '#tests/support/test-settings.ts';

const app = startTestAppBeforeAll();
const HISTORIES = 20;
const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const STATUSES = ['pending', 'queued', 'processing', 'completed', 'failed', 'no_faces'] as const;
type DB = TestDatabase['db'];

/** The figures of the summary, counted from all analyses; written apart from the product. */
async function counted(now: Date, db: DB) {
  const analyses = await db
    .selectFrom('face_job')
    .select(['status', 'completed_at', 'faces_detected'])
    .execute();
  const since = Math.floor((now.getTime() - 24 * HOUR_MS) / MINUTE_MS) * MINUTE_MS;
  const ended = analyses.filter(
    ({ status, completed_at }) => status !== 'failed' && completed_at && completed_at.getTime() >= since,
  );
  const per_hour = Array.from({ length: 24 }, () => 0);
  for (const { completed_at } of ended)
    per_hour[Math.min(23, Math.floor((completed_at!.getTime() - since) / HOUR_MS))]! += 1;
  const count = (status: string) => analyses.filter((analysis) => analysis.status === status).length;
  return {
    counts: Object.fromEntries(STATUSES.map((status) => [status, count(status)])),
    completed_last_24h: ended.length,
    faces_detected_last_24h: ended.reduce((sum, { faces_detected }) => sum + (faces_detected ?? 0), 0),
    per_hour,
  };
}

async function expectRightSummary(db: DB = app.ctx.db) {
  const now = new Date();
  expect(await getAnalysesSummary(db, now)).toMatchObject(await counted(now, db));
}

/** A state of an analysis: any status, ended in the last four days or never. */
const stateOf = (seed: number) => ({
  status: STATUSES[seed % STATUSES.length]!,
  completed_at: seed % 5 === 0 ? null : new Date(Date.now() - (seed % (4 * 24 * 60)) * MINUTE_MS),
  faces_detected: seed % 3 === 0 ? null : seed % 7,
});

async function insert(db: DB, gallery: string, seeds: readonly number[]): Promise<void> {
  const photos = seeds.map((seed) => ({ id: newId(), seed }));
  await db
    .insertInto('photo')
    .values(
      photos.map(({ id }) => ({
        id,
        gallery_id: gallery,
        filename: `${id}.jpg`,
        sha256: Buffer.from(id),
        mime: 'image/jpeg',
        bytes: 1,
        width: 4,
        height: 3,
        original_key: `originals/aa/${id}.jpg`,
      })),
    )
    .execute();
  await db
    .insertInto('face_job')
    .values(photos.map(({ id, seed }) => ({ photo_id: id, gallery_id: gallery, ...stateOf(seed) })))
    .execute();
}

/** A part of the rows, chosen anew by each seed. */
const someBy = (column: string, seed: number) =>
  sql<boolean>`abs(hashtext(${sql.ref(column)}::text || ${String(seed)})) % 3 = 0`;

const steps = {
  insert: (db: DB, gallery: string, seed: number) => insert(db, gallery, [seed]),
  'insert many': (db: DB, gallery: string, seed: number) =>
    insert(
      db,
      gallery,
      Array.from({ length: 12 }, (_, n) => seed + 7 * n),
    ),
  change: (db: DB, _: string, seed: number) =>
    db.updateTable('face_job').set(stateOf(seed)).where(someBy('photo_id', seed)).execute(),
  'change the status alone': (db: DB, _: string, seed: number) =>
    db
      .updateTable('face_job')
      .set({ status: stateOf(seed).status })
      .where(someBy('photo_id', seed))
      .execute(),
  'change nothing that is counted': (db: DB, _: string, seed: number) =>
    db.updateTable('face_job').set({ attempts: 1 }).where(someBy('photo_id', seed)).execute(),
  'delete photos': (db: DB, _: string, seed: number) =>
    db.deleteFrom('photo').where(someBy('id', seed)).execute(),
  'delete the gallery': async (db: DB, gallery: string) => {
    const { event_id } = await db.selectFrom('gallery').select('event_id').executeTakeFirstOrThrow();
    await db.deleteFrom('gallery').execute();
    await db
      .insertInto('gallery')
      .values({ id: gallery, name: 'Match', event_id, visibility: 'private' })
      .execute();
  },
  fold: (db: DB) => foldAnalysisCounts(db),
  'roll back': (db: DB, gallery: string, seed: number) =>
    db
      .transaction()
      .execute(async (trx) => {
        await insert(trx, gallery, [seed]);
        await trx.deleteFrom('photo').where(someBy('id', seed)).execute();
        throw new Error('rolled back');
      })
      .catch(() => undefined),
};

const rows = async (db: DB = app.ctx.db) => db.selectFrom('analysis_count').selectAll().execute();

test('the figures are those counted after any changes, added together or not', async () => {
  const { db } = app.ctx;
  const event = await createEvent(app);
  const step = fc.record({
    what: fc.constantFrom(...(Object.keys(steps) as (keyof typeof steps)[])),
    seed: fc.nat(),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 10, maxLength: 30 }), async (history) => {
      await db.deleteFrom('gallery').execute();
      const gallery = await createGallery(app, { event });
      await insert(db, gallery, [1, 2, 3, 5, 8, 13]);
      for (const { what, seed } of history) {
        await steps[what](db, gallery, seed);
        await expectRightSummary();
      }
      await foldAnalysisCounts(db);
      await expectRightSummary();
      await db.deleteFrom('photo').execute();
      await foldAnalysisCounts(db);
      expect(await rows()).toEqual([]);
    }),
    { numRuns: HISTORIES },
  );
}, 180_000);

test('analyses that change at the same time are all counted', async () => {
  const { db } = app.ctx;
  await db.deleteFrom('gallery').execute();
  const gallery = await createGallery(app, { event: await createEvent(app) });
  await insert(
    db,
    gallery,
    Array.from({ length: 40 }, (_, n) => n),
  );
  const photos = (await db.selectFrom('photo').select('id').execute()).map(({ id }) => id);
  await Promise.all(
    Array.from({ length: 60 }, async (_, n) => {
      if (n % 5 === 0) await foldAnalysisCounts(db);
      else
        await db
          .updateTable('face_job')
          .set(stateOf(n))
          .where('photo_id', '=', photos[n % photos.length]!)
          .execute();
    }),
  );
  await expectRightSummary();
  await foldAnalysisCounts(db);
  await expectRightSummary();
});

test.skipIf(!TEST_SERVER_URL)(
  'on a database server no transaction that changes analyses waits for another, nor for the adding together',
  async () => {
    const { db } = app.ctx;
    await db.deleteFrom('gallery').execute();
    const gallery = await createGallery(app, { event: await createEvent(app) });
    await insert(db, gallery, [2, 2]);
    const [first, second] = (await db.selectFrom('photo').select('id').execute()).map(({ id }) => id);
    const finish = (trx: DB, id: string) =>
      trx
        .updateTable('face_job')
        .set({ ...stateOf(3), status: 'completed' })
        .where('photo_id', '=', id)
        .execute();
    await db.transaction().execute(async (trx) => {
      await finish(trx, first!);
      await db.transaction().execute(async (other) => {
        await sql`set local lock_timeout = '200ms'`.execute(other);
        await finish(other, second!);
      });
      await foldAnalysisCounts(db);
      await expectRightSummary();
    });
    await expectRightSummary();
    expect((await getAnalysesSummary(db, new Date())).counts.completed).toBe(2);
  },
);

test('rows of the same status and minute become one, those of days ago one of each status', async () => {
  const { db } = app.ctx;
  await db.deleteFrom('gallery').execute();
  await foldAnalysisCounts(db);
  const gallery = await createGallery(app, { event: await createEvent(app) });
  for (let n = 0; n < 10; n += 1) await insert(db, gallery, [1]);
  await db.updateTable('analysis_count').set({ minute: sql`date_trunc('minute', now())` }).execute();
  await sql`update analysis_count set minute = now() - interval '50 hours' where ctid in (select ctid from analysis_count limit 4)`.execute(
    db,
  );
  expect(await rows()).toHaveLength(10);
  await foldAnalysisCounts(db);
  const folded = await rows();
  expect(folded.map(({ photos }) => photos).sort()).toEqual([4, 6]);
  expect(folded.filter(({ minute }) => Number.isFinite(Number(minute)))).toHaveLength(1);
  await foldAnalysisCounts(db);
  expect(await rows()).toEqual(folded);
});

test('the table does not grow with the number of analyses', async () => {
  const { db } = app.ctx;
  await db.deleteFrom('gallery').execute();
  const gallery = await createGallery(app, { event: await createEvent(app) });
  await insert(db, gallery, [4]);
  const size = async () => {
    const { rows } = await sql<{
      bytes: number;
    }>`select pg_relation_size('analysis_count') as bytes`.execute(db);
    return rows[0]!.bytes;
  };
  const analyseAndFold = async () => {
    for (let n = 0; n < 100; n += 1)
      await db
        .updateTable('face_job')
        .set({ status: n % 2 ? 'queued' : 'completed' })
        .execute();
    await foldAnalysisCounts(db);
  };
  for (let n = 0; n < 3; n += 1) await analyseAndFold();
  const after300 = await size();
  for (let n = 0; n < 9; n += 1) await analyseAndFold();
  expect(await size()).toBeLessThanOrEqual(after300 + 8_192);
});

test('the migration counts the analyses that are there', async () => {
  const database = await emptyTestDatabase();
  try {
    const db = database.db as DB;
    const migrations = await listMigrations();
    const before = migrations.filter((name) => name < '20261123T0600');
    const [event, gallery] = [newId(), newId()];
    await db.transaction().execute(async (trx) => {
      await migrateUpTo(trx, before);
      await sql`insert into event (id, name, slug, event_date) values (${event}, 'Cup', 'cup', '2030-05-04')`.execute(
        trx,
      );
      await sql`insert into gallery (id, name, event_id, visibility)
        values (${gallery}, 'Match', ${event}, 'private')`.execute(trx);
      await insert(
        trx,
        gallery,
        Array.from({ length: 30 }, (_, n) => n),
      );
    });
    await db.transaction().execute((trx) => migrateUpTo(trx, migrations));
    expect((await getAnalysesSummary(db, new Date())).counts.completed).toBe(5);
    await expectRightSummary(db);
  } finally {
    await database.remove();
  }
}, 60_000);
