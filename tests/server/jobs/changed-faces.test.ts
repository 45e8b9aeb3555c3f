/** What has changed of a gallery since it was read last. */
import { sql } from 'kysely';
import { beforeEach, expect, test } from 'vitest';
import {
  forgetChangedFaces,
  listChangedFaces,
  type ReadMoment,
  readMoment,
} from '#server/features/faces/gallery-people/changed-faces.repository.ts';
import { createActor, createEvent, createGallery } from '#tests/support/actors.ts';
import { createPhotoOf, groupByHand, personOf, testRecogniser } from '#tests/support/faces.ts';
import { startTestAppBeforeAll } from '#tests/support/test-app.ts';

const app = startTestAppBeforeAll();
let gallery: string;
let moment: ReadMoment;
let faces: Record<string, string>;

beforeEach(async () => {
  const admin = await createActor(app, ['admin']);
  gallery = await createGallery(app, { event: await createEvent(app), createdBy: admin.id });
  ({ faces } = await createPhotoOf(app, gallery, ['anna', 'bert', 'cleo']));
  await groupByHand(app, gallery, [[faces.anna!], [faces.bert!]]);
  moment = await readMoment(app.ctx.db);
});

const read = () => ({ db: app.ctx.db, galleryId: gallery, recogniser: testRecogniser });
async function changed() {
  const found = await listChangedFaces(read(), moment);
  if (!found) throw new Error('what has changed is not known any more');
  return found;
}

/** On a server transactions of other tests may be open, and then more than has changed is answered. */
async function expectChanged(ids: readonly string[]): Promise<void> {
  const found = (await changed()).faces.map(({ id }) => id);
  expect(found).toEqual(expect.arrayContaining([...ids]));
  if (app.ctx.databaseKind === 'embedded') expect(found).toHaveLength(ids.length);
}

test('nothing, where nothing was written', async () => {
  await expectChanged([]);
  expect((await changed()).gone).toEqual([]);
});

test('faces that came, and faces that came to another person', async () => {
  const { faces: added } = await createPhotoOf(app, gallery, ['dora']);
  const person_id = await personOf(app, faces.anna!);
  await app.ctx.db.updateTable('assignment').set({ person_id }).where('face_id', '=', faces.bert!).execute();
  await expectChanged([added.dora!, faces.bert!]);
  const personOfFace = new Map((await changed()).faces.map(({ id, personId }) => [id, personId]));
  expect(personOfFace.get(added.dora!)).toBeNull();
  expect(personOfFace.get(faces.bert!)).toBe(person_id);
});

test('faces that are gone or nobody’s', async () => {
  await app.ctx.db.deleteFrom('assignment').where('face_id', '=', faces.anna!).execute();
  await app.ctx.db.updateTable('face').set({ is_current: false }).where('id', '=', faces.bert!).execute();
  await app.ctx.db.deleteFrom('face').where('id', '=', faces.cleo!).execute();
  const { faces: rows, gone } = await changed();
  expect(rows).toContainEqual(expect.objectContaining({ id: faces.anna, personId: null }));
  expect(gone).toEqual(expect.arrayContaining([faces.bert, faces.cleo]));
});

test('faces of a deleted photo and of a deleted person', async () => {
  const photo = app.ctx.db.selectFrom('face').select('photo_id').where('id', '=', faces.cleo!);
  const { faces: others } = await createPhotoOf(app, gallery, ['anna']);
  const person = await groupByHand(app, gallery, [[others.anna!]]).then(() => personOf(app, others.anna!));
  moment = await readMoment(app.ctx.db);
  await app.ctx.db.deleteFrom('person').where('id', '=', person).execute();
  await expectChanged([others.anna!]);
  await app.ctx.db.deleteFrom('photo').where('id', 'in', photo).execute();
  expect((await changed()).gone).toEqual(expect.arrayContaining(Object.values(faces)));
});

test('a face that came to another gallery, in both', async () => {
  const other = await createGallery(app, {
    event: await createEvent(app),
    createdBy: (await createActor(app, ['admin'])).id,
  });
  await app.ctx.db.updateTable('face').set({ gallery_id: other }).where('id', '=', faces.cleo!).execute();
  expect((await changed()).gone).toContain(faces.cleo);
  const there = await listChangedFaces({ ...read(), galleryId: other }, moment);
  expect(there?.faces.map(({ id }) => id)).toContain(faces.cleo);
});

test('what grouping does not read of a face changes nothing', async () => {
  await app.ctx.db
    .updateTable('face')
    .set({ awaits_grouping_since: null })
    .where('gallery_id', '=', gallery)
    .execute();
  await expectChanged([]);
});

test('what was changed before is forgotten in turns, and whoever read before that is told so', async ({
  skip,
}) => {
  // On a server transactions of other tests may be open, and what they may have missed is kept.
  if (app.ctx.databaseKind !== 'embedded') skip();
  await app.ctx.db.updateTable('face').set({ score: 0.5 }).where('id', '=', faces.cleo!).execute();
  await forgetChangedFaces(app.ctx.db);
  expect(await listChangedFaces(read(), moment)).toBeUndefined();
  moment = await readMoment(app.ctx.db);
  await expectChanged([]);
  await app.ctx.db.updateTable('face').set({ score: 0.6 }).where('id', '=', faces.anna!).execute();
  await expectChanged([faces.anna!]);
  const rows = () => app.ctx.db.selectFrom('face_change').select(['gallery_id', 'face_id']).execute();
  for (let times = 0; times < 2; times++) {
    await forgetChangedFaces(app.ctx.db);
    expect(await rows()).toEqual([{ gallery_id: null, face_id: null }]);
  }
});

// The embedded database has one connection, so nothing is written beside anything.
test('what was being written when the gallery was read last', async ({ skip }) => {
  if (app.ctx.databaseKind === 'embedded') skip();
  const { promise, resolve } = Promise.withResolvers<void>();
  const started = Promise.withResolvers<void>();
  const writing = app.ctx.db.transaction().execute(async (trx) => {
    await sql`update face set score = .5 where id = ${faces.cleo}`.execute(trx);
    started.resolve();
    await promise;
  });
  await started.promise;
  moment = await readMoment(app.ctx.db);
  const scoreOfCleo = async () => (await changed()).faces.find(({ id }) => id === faces.cleo)?.score;
  expect(await scoreOfCleo()).not.toBe(0.5);
  resolve();
  await writing;
  expect(await scoreOfCleo()).toBe(0.5);
});
