import { beforeEach, expect, test } from 'vitest';
import type { FoundPhoto, LinkQuestion } from '#server/contract/schemas/my-photos.ts';
import { applyPlan } from '#server/features/gallery-people/apply-cluster-plan.repository.ts';
import { loadGalleryFaces } from '#server/features/gallery-people/faces-to-cluster.repository.ts';
import {
  type Actor,
  addMember,
  createActor,
  createClub,
  createEvent,
  createGallery,
} from '#tests/support/actors.ts';
import {
  addReference,
  createClubPerson,
  embeddingAt,
  makeGuardian,
  sayFind,
} from '#tests/support/club-people.ts';
import { createPersonOf, testRecogniser } from '#tests/support/faces.ts';
import { startTestAppBeforeAll } from '#tests/support/test-app.ts';

/** Distances from Mia's picture at which the test's recogniser asks about a person, and finds nothing. */
const [DOUBTFUL, FAR] = [0.07, 0.2];

const app = startTestAppBeforeAll();
let mother: Actor;
let editor: Actor;
let mia: string;
let gallery: string;

beforeEach(async () => {
  await app.ctx.db.deleteFrom('gallery').execute();
  const club = await createClub(app);
  mother = await createActor(app, [], 'mother');
  editor = await createActor(app, [], 'editor');
  for (const { id } of [mother, editor]) await addMember(app, club, id);
  gallery = await createGallery(app, { event: await createEvent(app, [club]), createdBy: editor.id });
  mia = await createClubPerson(app, club);
  await makeGuardian(app, mia, mother.id);
  await sayFind(app, mia, 'yes', { by: mother.id, as: 'guardian' });
  await addReference(app, mia, embeddingAt(0));
});

const personAt = (distance: number, side: number) =>
  createPersonOf(app, gallery, embeddingAt(0, distance, side));
const answer = (person_id: string, said: 'yes' | 'no') =>
  mother.call('POST', `/my-photos/${mia}/answers`, { person_id, answer: said });
const merge = async (into: string, other: string): Promise<string> =>
  (
    await editor.call<{ decision_id: string }>('POST', `/facerecognition/faces/${into}/merge`, {
      person_ids: [other],
    })
  ).body.data.decision_id;
const undo = (decision: string) => editor.call('POST', `/facerecognition/decisions/${decision}/undo`);
const shown = async () =>
  (await mother.call<{ photos: FoundPhoto[] }>('GET', `/my-photos/${mia}/photos`)).body.data.photos.map(
    ({ id }) => id,
  );
const asked = async () =>
  (
    await mother.call<{ questions: LinkQuestion[] }>('GET', `/my-photos/${mia}/questions`)
  ).body.data.questions.map(({ person_id }) => person_id);

test('a person that is merged keeps what the family said about it', async () => {
  const [one, other] = [await personAt(DOUBTFUL, 100), await personAt(DOUBTFUL, 101)];
  await answer(other.person, 'yes');
  await merge(one.person, other.person);
  expect((await shown()).toSorted()).toEqual([one.photo, other.photo].toSorted());
  expect(await asked()).toEqual([]);
});

test('where the family said yes about one and no about the other, it is asked again, whatever editors linked', async () => {
  const [one, other] = [await personAt(DOUBTFUL, 100), await personAt(DOUBTFUL, 101)];
  await editor.call('POST', `/facerecognition/faces/${one.person}/link`, { club_person_id: mia });
  await answer(one.person, 'yes');
  await answer(other.person, 'no');
  const decision = await merge(one.person, other.person);
  expect(await shown()).toEqual([]);
  expect(await asked()).toEqual([one.person]);
  expect((await undo(decision)).status).toBe(200);
  expect(await shown()).toEqual([one.photo]);
  expect(await asked()).toEqual([]);
});

test('an answer given after a merging is about all of it: undone, what differs is asked again', async () => {
  const [one, other] = [await personAt(DOUBTFUL, 100), await personAt(DOUBTFUL, 101)];
  await answer(one.person, 'yes');
  const decision = await merge(one.person, other.person);
  await answer(one.person, 'no');
  expect(await shown()).toEqual([]);
  await undo(decision);
  expect(await shown()).toEqual([]);
  expect((await asked()).toSorted()).toEqual([one.person, other.person].toSorted());
});

test('what editors declined stays declined for the person that remains, and is undone with it', async () => {
  const [one, other] = [await personAt(DOUBTFUL, 100), await personAt(DOUBTFUL, 101)];
  await editor.call('POST', `/facerecognition/faces/${other.person}/decline-link`, { club_person_id: mia });
  const declined = async () =>
    (await app.ctx.db.selectFrom('declined_link').select('person_id').execute()).map((row) => row.person_id);
  expect(await declined()).toEqual([other.person]);
  const decision = await merge(one.person, other.person);
  expect(await declined()).toEqual([one.person]);
  await undo(decision);
  expect(await declined()).toEqual([other.person]);
});

test('when grouping dissolves a person, the family is asked about the one that has its faces', async () => {
  const [one, other] = [await personAt(FAR, 100), await personAt(DOUBTFUL, 101)];
  await answer(other.person, 'yes');
  const { decisionState } = await loadGalleryFaces(app.ctx.db, gallery, testRecogniser);
  const { face_id } = await app.ctx.db
    .selectFrom('assignment')
    .select('face_id')
    .where('person_id', '=', other.person)
    .executeTakeFirstOrThrow();
  const plan = { newPersons: [], assignments: [{ faceId: face_id, person: one.person }], suggestions: [] };
  await app.ctx.db.transaction().execute((trx) => applyPlan(trx, gallery, plan, decisionState));
  expect(await shown()).toEqual([]);
  expect(await asked()).toEqual([one.person]);
});
