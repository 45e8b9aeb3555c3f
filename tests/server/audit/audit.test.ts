import { rm, utimes, writeFile } from 'node:fs/promises';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { newId } from '#server/ids.ts';
import { auditDatabase } from '#server/scripts/support/audit-database.ts';
import { auditFiles } from '#server/scripts/support/audit-files.ts';
import { reportProblems } from '#server/scripts/support/report-problems.ts';
import { originalKey, renditionKey } from '#server/storage/storage-keys.ts';
import { createEvent, createGallery } from '#tests/support/actors.ts';
import { createPhotoOf } from '#tests/support/faces.ts';
import { type PhotoApp, startPhotoApp } from '#tests/support/photo-app.ts';
import { quarters } from '#tests/support/test-images.ts';

let app: PhotoApp;
beforeAll(async () => {
  app = await startPhotoApp();
});
afterAll(() => app.close());
beforeEach(() => {
  vi.spyOn(console, 'log').mockImplementation(() => undefined);
});

const audit = async () => [
  ...(await auditFiles(app.ctx.db, app.store, true)),
  ...(await auditDatabase(app.ctx.db)),
];
/** What was found, by the first words of each kind. */
const found = async () =>
  Object.fromEntries((await audit()).filter((f) => f.items.length > 0).map((f) => [f.what, f.items.length]));
const upload = async (width: number) =>
  (await app.send(await quarters(width, 50).png().toBuffer())).body.data.id;

test('an installation in order has no problems', async () => {
  await upload(70);
  expect(await found()).toEqual({});
  expect(await reportProblems(await audit(), false)).toBe(0);
});

test('missing, changed and unreferenced files are found, and repaired where possible', async () => {
  const [lost, changed, bare] = [await upload(81), await upload(82), await upload(83)];
  const rows = await app.ctx.db.selectFrom('photo').select(['id', 'original_key', 'bytes']).execute();
  const of = (id: string) => rows.find((row) => row.id === id)!;
  await app.store.remove(of(lost).original_key);
  await app.store.withLocalFile(of(changed).original_key, (path) =>
    writeFile(path, Buffer.alloc(of(changed).bytes)),
  );
  await app.store.remove(renditionKey(bare, 'medium', 1));
  const stray = originalKey({ id: newId(), sha256: Buffer.alloc(32), mime: 'image/png' });
  const fresh = originalKey({ id: newId(), sha256: Buffer.alloc(32, 1), mime: 'image/png' });
  for (const key of [stray, fresh]) {
    const draft = (await app.store.draft(0)).path;
    await writeFile(draft, 'x');
    await app.store.put(key, draft);
  }
  const hourAgo = new Date(Date.now() - 3_600_000);
  await app.store.withLocalFile(stray, (path) => utimes(path, hourAgo, hourAgo));

  expect(await found()).toEqual({
    'photos whose original is missing or has another length: bring it back from a backup': 1,
    'photos that lack a derived picture': 1,
    'files of no photo, older than ten minutes': 1,
    'originals whose bytes have changed: bring them back from a backup': 1,
  });
  expect(await reportProblems(await audit(), true)).toBe(2);
  expect(await app.store.stat(stray)).toBeUndefined();
  expect(await app.store.stat(fresh)).toBeDefined();
  const queued = await app.ctx.db
    .selectFrom('job')
    .select('key')
    .where('name', '=', 'regenerate-renditions')
    .execute();
  expect(queued).toEqual([{ key: bare }]);
  await app.ctx.db.deleteFrom('photo').where('id', 'in', [lost, changed]).execute();
  await app.store.withLocalFile(of(changed).original_key, (path) => rm(path));
});

test('rows that contradict each other are found and mended', async () => {
  const event = await createEvent(app);
  const [here, there] = [await createGallery(app, { event }), await createGallery(app, { event })];
  const { faces } = await createPhotoOf(app, here, ['anna']);
  const [empty, foreign, named] = [newId(), newId(), newId()];
  const { db } = app.ctx;
  await db
    .insertInto('person')
    .values([
      { id: empty, gallery_id: here, number: 1 },
      { id: named, gallery_id: here, number: 2, name: 'Anna' },
      { id: foreign, gallery_id: there, number: 1 },
    ])
    .execute();
  await db
    .insertInto('assignment')
    .values({ face_id: faces.anna!, person_id: foreign, source: 'auto' })
    .execute();
  await db.deleteFrom('job').where('name', '=', 'analyse-photo').execute();
  const lost = 'photos that wait for recognition without being in the queue';
  const database = async () =>
    Object.fromEntries((await auditDatabase(db)).map((finding) => [finding.what, finding.items]));
  expect(await database()).toMatchObject({
    'people without a face or a decision': [empty],
    'faces that belong to people of another gallery': [faces.anna],
  });
  expect((await database())[lost]?.length).toBeGreaterThan(0);
  expect(await reportProblems(await auditDatabase(db), true)).toBe(0);
  // The foreign person has lost its only face now.
  expect(await database()).toMatchObject({
    'people without a face or a decision': [foreign],
    [lost]: [],
  });
  // Both galleries are grouped again: one gets a face without a person, the other loses an empty person.
  const grouped = db.selectFrom('job').select('key').where('name', '=', 'cluster-gallery').orderBy('key');
  expect(await grouped.execute()).toEqual([here, there].sort().map((key) => ({ key })));
  await db.deleteFrom('job').where('name', '=', 'cluster-gallery').execute();

  const loose = 'good faces that are nobody’s';
  expect((await database())[loose]).toEqual([]); // not grouped yet
  await db
    .updateTable('gallery')
    .set({ clustering_stamp: 'mobilefacenet cosine 0.065' })
    .where('id', '=', here)
    .execute();
  expect((await database())[loose]).toEqual([faces.anna]);
  await reportProblems(await auditDatabase(db), true);
  expect(await grouped.execute()).toEqual([{ key: here }]);
  expect((await database())[loose]).toEqual([]); // on its way
});
