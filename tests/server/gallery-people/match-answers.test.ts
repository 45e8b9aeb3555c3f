import { beforeEach, expect, test } from 'vitest';
import type { FoundPhoto, MatchQuestion } from '#server/contract/schemas/my-photos.ts';
import { applyPlan } from '#server/features/faces/gallery-people/apply-cluster-plan.repository.ts';
import { loadGalleryFaces } from '#server/features/faces/gallery-people/faces-to-cluster.repository.ts';
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
  await app.ctx.db.deleteFrom('stored_gallery').execute();
  const club = await createClub(app);
  mother = await createActor(app, [], 'mother');
  editor = await createActor(app, [], 'editor');
  for (const { id } of [mother, editor]) await addMember(app, club, id);
  gallery = await createGallery(app, { event: await createEvent(app, [club]), createdBy: editor.id });
  mia = await createClubPerson(app, club, { name: 'Mia' });
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
    await mother.call<{ questions: MatchQuestion[] }>('GET', `/my-photos/${mia}/questions`)
  ).body.data.questions.map(({ person_id }) => person_id);

const decline = (person: string) =>
  editor.call('POST', `/facerecognition/faces/${person}/decline-link`, { club_person_id: mia });
const declined = async () =>
  (await app.ctx.db.selectFrom('declined_link').select('person_id').execute()).map((row) => row.person_id);
const faceOf = async (person: string) =>
  (
    await app.ctx.db
      .selectFrom('assignment')
      .select('face_id')
      .where('person_id', '=', person)
      .executeTakeFirstOrThrow()
  ).face_id;
/** Grouping finds that all faces of these people are another one's. */
async function dissolve(people: readonly string[], into: string): Promise<void> {
  const { decisionState } = await loadGalleryFaces(app.ctx.db, gallery, testRecogniser);
  const faces = await Promise.all(people.map(faceOf));
  const assignments = faces.map((faceId) => ({ faceId, person: into }));
  const plan = { newPersons: [], assignments, suggestions: [] };
  await app.ctx.db.transaction().execute((trx) => applyPlan(trx, gallery, plan, decisionState));
}

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
  await decline(other.person);
  expect(await declined()).toEqual([other.person]);
  const decision = await merge(one.person, other.person);
  expect(await declined()).toEqual([one.person]);
  await undo(decision);
  expect(await declined()).toEqual([other.person]);
});

test('when grouping dissolves a person, the family is asked about the one that has its faces', async () => {
  const [one, other] = [await personAt(FAR, 100), await personAt(DOUBTFUL, 101)];
  await answer(other.person, 'yes');
  await dissolve([other.person], one.person);
  expect(await shown()).toEqual([]);
  expect(await asked()).toEqual([one.person]);
});

test('when grouping dissolves people, what editors declined stays declined for the one that has their faces', async () => {
  const [one, other, third] = [
    await personAt(FAR, 100),
    await personAt(DOUBTFUL, 101),
    await personAt(DOUBTFUL, 102),
  ];
  await decline(other.person);
  await decline(third.person);
  await dissolve([other.person, third.person], one.person);
  expect(await declined()).toEqual([one.person]);
  const { declined_by } = await app.ctx.db
    .selectFrom('declined_link')
    .select('declined_by')
    .executeTakeFirstOrThrow();
  expect(declined_by).toBe(editor.id);
});

test.each([
  ['declined about one of them alone', ['other']],
  ['declined about a person merged before, too', ['merged', 'other']],
])('undoing a decision leaves what grouping has brought since then: %s', async (_, about) => {
  const people = {
    one: (await personAt(FAR, 100)).person,
    merged: (await personAt(FAR, 102)).person,
    other: (await personAt(DOUBTFUL, 101)).person,
  };
  for (const name of about) await decline(people[name as keyof typeof people]);
  const decision = await merge(people.one, people.merged);
  await dissolve([people.other], people.one);
  expect(await declined()).toEqual([people.one]);
  expect((await undo(decision)).status).toBe(200);
  const left = about.map((name) => (name === 'other' ? people.one : people.merged));
  expect((await declined()).toSorted()).toEqual(left.toSorted());
});
