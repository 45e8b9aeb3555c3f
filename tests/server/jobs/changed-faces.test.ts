/** What has changed of a gallery since it was read last. */
import { sql } from 'kysely';
import { beforeEach, expect, test } from 'vitest';
import {
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

const changed = () =>
  listChangedFaces({ db: app.ctx.db, galleryId: gallery, recogniser: testRecogniser }, moment);

/** On a server transactions of other tests may be open, and then more than has changed is answered. */
async function expectChanged(ids: readonly string[]): Promise<void> {
  const found = (await changed()).faces.map(({ id }) => id);
  expect(found).toEqual(expect.arrayContaining([...ids]));
  if (app.ctx.databaseKind === 'embedded') expect(found).toHaveLength(ids.length);
}

test('nothing, where nothing was written', async () => {
  await expectChanged([]);
  expect(await changed()).toMatchObject({ gone: [], counts: { faces: 3, placed: 2 } });
});

test('faces that came, and faces that came to another person', async () => {
  const { faces: added } = await createPhotoOf(app, gallery, ['dora']);
  const person_id = await personOf(app, faces.anna!);
  await app.ctx.db.updateTable('assignment').set({ person_id }).where('face_id', '=', faces.bert!).execute();
  await expectChanged([added.dora!, faces.bert!]);
  const { faces: rows, counts } = await changed();
  const personOfFace = new Map(rows.map(({ id, personId }) => [id, personId]));
  expect(personOfFace.get(added.dora!)).toBeNull();
  expect(personOfFace.get(faces.bert!)).toBe(person_id);
  expect(counts).toEqual({ faces: 4, placed: 2 });
});

test('faces that are gone or nobody’s are counted', async () => {
  await app.ctx.db.deleteFrom('assignment').where('face_id', '=', faces.anna!).execute();
  await app.ctx.db.updateTable('face').set({ is_current: false }).where('id', '=', faces.bert!).execute();
  await app.ctx.db.deleteFrom('face').where('id', '=', faces.cleo!).execute();
  expect((await changed()).counts).toEqual({ faces: 1, placed: 0 });
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
