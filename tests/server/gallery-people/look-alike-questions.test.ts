/** Questions to editors that name two siblings: "Mia or Lina?" */
import { describe, expect, test } from 'vitest';
import { countLimits } from '#server/contract/count-limits.ts';
import type { Person } from '#server/contract/schemas/gallery-people.ts';
import { applyPlan } from '#server/features/faces/gallery-people/apply-cluster-plan.repository.ts';
import { loadGalleryFaces } from '#server/features/faces/gallery-people/faces-to-cluster.repository.ts';
import { type Actor, addMember, createActor } from '#tests/support/actors.ts';
import { addReference, embeddingAt, sayFind } from '#tests/support/club-people.ts';
import { createPersonOf, testRecogniser } from '#tests/support/faces.ts';
import { createClubPerson, createFamily } from '#tests/support/families.ts';
import { startTestAppBeforeAll } from '#tests/support/test-app.ts';
import { world } from '#tests/support/world.ts';

const app = startTestAppBeforeAll();
let club: string;
let gallery: string;
let editor: Actor;
let mia: string;
let lina: string;
/** The persons of the gallery who are linked to them. */
let miaHere: string;
let linaHere: string;

world(async () => {
  ({ club, gallery, editor, mia } = await createFamily(app, { find: 'yes' }));
  await addMember(app, club, editor.id);
  lina = await createClubPerson(app, club, { first_name: 'Lina', last_name: 'Berg' });
  miaHere = await personAt(0.3);
  linaHere = await personAt(0.31);
  await link(miaHere, mia);
  await link(linaHere, lina);
  return app;
});

let side = 20;
/** A person of one photo, so far from Mia's picture. */
async function personAt(distance: number): Promise<string> {
  side = side === 127 ? 20 : side + 1;
  return (await createPersonOf(app, gallery, embeddingAt(0, distance, side))).person;
}
const link = (person: string, club_person_id: string) =>
  editor.call('POST', `/facerecognition/faces/${person}/link`, { club_person_id });
/** What clustering would write: pairs that may be one person. */
async function suggest(...pairs: [string, string][]): Promise<void> {
  const { decisionState } = await loadGalleryFaces(app.ctx.db, gallery, testRecogniser);
  const suggestions = pairs.map(([a, b]) => ({ a, b, distance: 0.1 }));
  const plan = { newPersons: [], assignments: [], suggestions };
  await app.ctx.db.transaction().execute((trx) => applyPlan(trx, gallery, plan, decisionState));
}
type Question = { first: Person; second: Person; or_else: Person | null };
const ask = async (by = editor) =>
  (await by.call<{ suggestions: Question[] }>('GET', `/facerecognition/galleries/${gallery}/suggestions`))
    .body.data.suggestions;
const asked = async (by = editor) =>
  (await ask(by)).map(({ first, second, or_else }) => [first.id, second.id, or_else?.id ?? null]);
const same = (kept: string, gone: string, or_else: string) =>
  editor.call<{ decision_id: string }>('POST', `/facerecognition/faces/${kept}/merge`, {
    person_ids: [gone],
    as_answer: true,
    or_else,
  });
const apart = (first: string, second_id: string) =>
  editor.call('POST', `/facerecognition/faces/${first}/keep-apart`, { second_id });

describe('a person who may be one of two siblings', () => {
  test('is asked about once, with both names', async () => {
    const [one, other] = [await personAt(0.2), await personAt(0.21)];
    await suggest([one, miaHere], [other, miaHere], [linaHere, one]);
    expect(await asked()).toEqual([
      [one, miaHere, linaHere],
      [other, miaHere, null],
    ]);
    const [question] = await ask();
    expect([question!.second.shown_name, question!.or_else!.shown_name]).toEqual(['Mia Berg', 'Lina Berg']);
  });

  test('is asked about twice where nothing says that the two are siblings', async () => {
    const one = await personAt(0.2);
    await app.ctx.db.updateTable('club_person').set({ last_name: 'Other' }).where('id', '=', lina).execute();
    await suggest([one, miaHere], [one, linaHere]);
    expect(await asked()).toEqual([
      [one, miaHere, null],
      [one, linaHere, null],
    ]);
  });

  test('is asked about with both names by nobody who may not read the names of the club', async () => {
    const one = await personAt(0.2);
    await suggest([one, miaHere], [one, linaHere]);
    const other = await createActor(app);
    await app.ctx.db
      .updateTable('gallery')
      .set({ photographer_id: other.id, created_by: other.id })
      .execute();
    expect(await asked(other)).toEqual([
      [one, miaHere, null],
      [one, linaHere, null],
    ]);
    expect(JSON.stringify(await ask(other))).not.toMatch(/Mia|Lina/);
  });

  test('is never asked about as both: two who are linked to different people are no question', async () => {
    await suggest([miaHere, linaHere]);
    expect(await asked()).toEqual([]);
  });

  test('is asked about again where the answer is undone', async () => {
    const one = await personAt(0.2);
    await suggest([one, miaHere], [one, linaHere]);
    const { decision_id } = (await same(miaHere, one, linaHere)).body.data;
    await suggest();
    expect(await asked()).toEqual([]);
    await editor.call('POST', `/facerecognition/decisions/${decision_id}/undo`);
    await suggest([one, miaHere], [one, linaHere]);
    expect(await asked()).toEqual([[one, miaHere, linaHere]]);
  });
});

test('at most five questions name two siblings in a gallery, each is asked once, whatever the answers', async () => {
  const between: string[] = [];
  for (let i = 0; i < 9; i += 1) between.push(await personAt(0.2 + i / 100));
  const alone = await personAt(0.4);
  const gone = new Set<string>();
  /** As clustering asks again after each answer. */
  const cluster = () =>
    suggest(
      ...between
        .filter((person) => !gone.has(person))
        .flatMap((person): [string, string][] => [
          [person, miaHere],
          [person, linaHere],
        ]),
      [alone, miaHere],
    );
  const seen: string[] = [];
  for (;;) {
    await cluster();
    const questions = (await ask()).filter(({ or_else }) => or_else);
    expect(questions.length).toBeLessThanOrEqual(countLimits.lookAlikeQuestions - seen.length);
    const [question] = questions;
    if (!question) break;
    const { id } = question.first;
    const [second, other] = [question.second.id, question.or_else!.id];
    if (seen.length % 3 === 2) for (const not of [second, other]) await apart(id, not);
    else {
      const [kept, beside] = seen.length % 3 === 0 ? [second, other] : [other, second];
      expect((await same(kept, id, beside)).status).toBe(200);
      gone.add(id);
    }
    seen.push(id);
  }
  expect(seen).toHaveLength(5);
  expect(new Set(seen).size).toBe(5);
  expect(await asked()).toEqual([[alone, miaHere, null]]);
});

test('questions by pictures and by groups count together', async () => {
  await sayFind(app, lina, 'yes');
  await addReference(app, lina, embeddingAt(0, 0.001, 19));
  const near: string[] = [];
  for (let i = 0; i < 7; i += 1) near.push(await personAt(0.03));
  const named = async () => {
    const path = `/facerecognition/galleries/${gallery}/link-questions`;
    const { body } = await editor.call<{
      questions: { person_id: string; club_person_id: string; or_else: { club_person_id: string } | null }[];
    }>('GET', path);
    return body.data.questions.filter(({ or_else }) => or_else);
  };
  expect(await named()).toHaveLength(5);
  const [first, second] = await named();
  await editor.call('POST', `/facerecognition/faces/${first!.person_id}/link`, {
    club_person_id: first!.club_person_id,
    as_answer: true,
    or_else: first!.or_else!.club_person_id,
  });
  for (const club_person_id of [mia, lina])
    await editor.call('POST', `/facerecognition/faces/${second!.person_id}/decline-link`, { club_person_id });
  expect(await named()).toHaveLength(3);
  const between = await personAt(0.25);
  const others: string[] = [];
  for (let i = 0; i < 4; i += 1) others.push(await personAt(0.2));
  await suggest(
    ...[between, ...others].flatMap((person): [string, string][] => [
      [person, miaHere],
      [person, linaHere],
    ]),
  );
  expect((await ask()).filter(({ or_else }) => or_else)).toHaveLength(3);
});
