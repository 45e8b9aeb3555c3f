import { expect, test } from 'vitest';
import type { AnsweredNo, MatchQuestion } from '#server/contract/schemas/my-photos.ts';
import type { Notification } from '#server/contract/schemas/notifications.ts';
import { listErasures, replayErasures } from '#server/features/administration/erasure/replay-erasures.ts';
import { type Actor, caller } from '#tests/support/actors.ts';
import { embeddingAt } from '#tests/support/club-people.ts';
import { createPersonOf } from '#tests/support/faces.ts';
import { answer, createClubPerson, createFamily, createGuardian } from '#tests/support/families.ts';
import { startTestAppBeforeAll } from '#tests/support/test-app.ts';
import { world } from '#tests/support/world.ts';

/** "This is not Mia", said by an editor about a face like the picture that keeps photos of Mia inside the club. */
const app = startTestAppBeforeAll();
let club: string;
let gallery: string;
let mia: string;
let mother: Actor;
let editor: Actor;

world(async () => {
  const answers = { find: 'no', outside: 'no', guard: 'yes' } as const;
  ({ club, gallery, mia, mother, editor } = await createFamily(app, answers, { pictureFor: 'guard' }));
  return app;
});

const personIn = (side = 100) => createPersonOf(app, gallery, embeddingAt(0, 0.03, side));
const decline = (person: string) =>
  editor.call('POST', `/facerecognition/faces/${person}/decline-link`, { club_person_id: mia });
const questions = async (by = mother) =>
  (await by.call<{ questions: MatchQuestion[] }>('GET', `/my-photos/${mia}/questions`)).body.data.questions;
const say = (person_id: string, said: 'yes' | 'no', by = mother) =>
  by.call('POST', `/my-photos/${mia}/answers`, { person_id, answer: said });
const notices = async (by = mother) =>
  (await by.call<{ notifications: Notification[] }>('GET', '/notifications')).body.data.notifications.filter(
    ({ kind }) => kind === 'consent_requested',
  );
const seenOutside = async () => {
  await app.ctx.db
    .updateTable('photo_analysis')
    .set({ status: 'completed', pipeline_version: 'test 1' })
    .execute();
  const { token } = (await editor.call<{ token: string }>('POST', `/galleries/${gallery}/links`, {})).body
    .data;
  const { body } = await caller(app.url)<{ photos: object[] }>('GET', `/galleries/shared/${token}/photos`);
  return body.data.photos.length;
};

test('the family is told once a gallery, and its yes keeps the photos inside', async () => {
  const [first, second] = [await personIn(), await personIn(101)];
  expect(await questions()).toEqual([]);
  await decline(first.person);
  await decline(second.person);
  expect((await questions()).map(({ person_id, is_declined }) => [person_id, is_declined])).toEqual(
    [first.person, second.person].sort().map((id) => [id, true]),
  );
  expect(await notices()).toMatchObject([
    {
      params: { context: 'declined', gallery: 'Match photos', child: 'Mia Berg' },
      href: `/my-photos?tab=${mia}`,
      settled_at: null,
    },
  ]);
  expect(await seenOutside()).toBe(2);
  expect((await say(first.person, 'yes')).status).toBe(200);
  expect(await seenOutside()).toBe(1);
  expect((await notices())[0]!.settled_at).toBeNull();
  await say(second.person, 'no');
  expect(await questions()).toEqual([]);
  expect((await notices())[0]!.settled_at).not.toBeNull();
  const { body } = await mother.call<AnsweredNo>('GET', `/my-photos/${mia}/answered-no`);
  expect(body.data.people.map(({ person_id }) => person_id)).toEqual([second.person]);
});

test('what the family said counts as long as the refusal does, after a restore too', async () => {
  const { person } = await personIn();
  await decline(person);
  expect(await seenOutside()).toBe(1);
  await say(person, 'yes');
  await answer(mother, mia, 'guard', 'no');
  expect(await seenOutside()).toBe(0);
  await app.ctx.db.transaction().execute(async (trx) => replayErasures(trx, await listErasures(trx)));
  expect(await seenOutside()).toBe(0);
  await answer(mother, mia, 'outside', 'yes');
  expect(await app.ctx.db.selectFrom('link_question').select('answer').execute()).toEqual([]);
});

test.each<[string, (person: string) => Promise<unknown>]>([
  ['that does not keep photos inside', () => answer(mother, mia, 'guard', 'no')],
  [
    'where somebody is linked',
    async (person) => {
      const eva = await createClubPerson(app, club);
      await editor.call('POST', `/facerecognition/faces/${person}/link`, { club_person_id: eva });
    },
  ],
  [
    'that may not read the gallery',
    async () => {
      await app.ctx.db.updateTable('gallery').set({ visibility: 'private' }).execute();
    },
  ],
])('a family is not asked %s', async (_, change) => {
  const { person } = await personIn();
  await change(person);
  await decline(person);
  expect(await questions()).toEqual([]);
  expect(await notices()).toEqual([]);
  expect((await say(person, 'yes')).body.code).toBe('person_not_found');
});

test('other families are neither told nor asked', async () => {
  const { person } = await personIn();
  const other = await createGuardian(app, club, await createClubPerson(app, club));
  await decline(person);
  expect(await notices(other)).toEqual([]);
  expect((await other.call('GET', `/my-photos/${mia}/questions`)).body.code).toBe('club_person_not_found');
  expect((await say(person, 'yes', other)).body.code).toBe('club_person_not_found');
});
