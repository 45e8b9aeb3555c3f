import { expect, test } from 'vitest';
import {
  type Actor,
  addMember,
  createActor,
  createClub,
  createEvent,
  createGallery,
} from '#tests/support/actors.ts';
import { sayConsent } from '#tests/support/club-people.ts';
import { createPhotoOf, groupByHand, personOf } from '#tests/support/faces.ts';
import { answer, createClubPerson, createGuardian } from '#tests/support/families.ts';
import { startTestAppBeforeAll } from '#tests/support/test-app.ts';

const app = startTestAppBeforeAll();
const relations = ['none', 'member', 'added', 'photographer', 'creator', 'admin'] as const;

test('who refuses to be shown outside the club is left out for strangers to a public gallery, for all others not', async () => {
  const club = await createClub(app);
  const event = await createEvent(app, [club]);
  const mia = await createClubPerson(app, club);
  const guardian = await createGuardian(app, club, mia);
  const viewers: Record<(typeof relations)[number], Actor> = {
    none: await createActor(app),
    member: await createActor(app),
    added: await createActor(app),
    photographer: await createActor(app, ['photographer']),
    creator: await createActor(app, ['photographer']),
    admin: await createActor(app, ['admin']),
  };
  await addMember(app, club, viewers.member.id);
  const gallery = await createGallery(app, {
    event,
    visibility: 'public',
    photographer: viewers.photographer.id,
    createdBy: viewers.creator.id,
  });
  await app.ctx.db
    .insertInto('gallery_user')
    .values({ gallery_id: gallery, user_id: viewers.added.id })
    .execute();
  const { photo, faces } = await createPhotoOf(app, gallery, ['mia', 'ben']);
  await createPhotoOf(app, gallery, ['ben']);
  await groupByHand(app, gallery, [[faces.mia!], [faces.ben!]]);
  const person_id = await personOf(app, faces.mia!);
  await app.ctx.db
    .insertInto('club_person_link')
    .values({ person_id, club_id: club, club_person_id: mia })
    .execute();

  /** The photos each viewer is shown: by the list, by the gallery, by its event, and whether the one of Mia is among them. */
  const shown = async () => {
    const counts: Record<string, unknown[]> = {};
    for (const relation of relations) {
      const { call } = viewers[relation];
      const list = await call<{ photos: { id: string }[]; total: number }>(
        'GET',
        `/photos/gallery/${gallery}`,
      );
      const one = await call<{ photo_count: number }>('GET', `/galleries/${gallery}`);
      const ofEvent = await call<{ photo_count: number }>('GET', `/events/${event}`);
      const direct = await call('GET', `/photos/${photo}`);
      const hasMia = list.body.data.photos.some(({ id }) => id === photo);
      expect(direct.status).toBe(hasMia ? 200 : 404);
      counts[relation] = [
        list.body.data.total,
        one.body.data.photo_count,
        ofEvent.body.data.photo_count,
        hasMia,
      ];
    }
    return counts;
  };
  const all = Object.fromEntries(relations.map((relation) => [relation, [2, 2, 2, true]]));

  expect(await shown()).toEqual(all);
  await answer(guardian, mia, 'outside', 'no');
  expect(await shown()).toEqual({ ...all, none: [1, 1, 1, false] });
  await sayConsent(app, mia, 'outside', 'yes');
  expect(await shown()).toEqual({ ...all, none: [1, 1, 1, false] });
  await answer(guardian, mia, 'outside', 'yes');
  expect(await shown()).toEqual(all);
  await answer(guardian, mia, 'outside', 'no');
  await app.ctx.db.deleteFrom('club_person_link').execute();
  expect(await shown()).toEqual(all);
});

test('a refusal outlasts the membership and the account of the only guardian, until somebody else answers', async () => {
  const club = await createClub(app);
  const gallery = await createGallery(app, { event: await createEvent(app, [club]), visibility: 'public' });
  const { photo, faces } = await createPhotoOf(app, gallery, ['mia']);
  await groupByHand(app, gallery, [[faces.mia!]]);
  const mia = await createClubPerson(app, club, { born_on: '2018-01-01' });
  const person_id = await personOf(app, faces.mia!);
  await app.ctx.db
    .insertInto('club_person_link')
    .values({ person_id, club_id: club, club_person_id: mia })
    .execute();
  const stranger = await createActor(app);
  const status = async () => (await stranger.call('GET', `/photos/${photo}`)).status;
  const mother = await createGuardian(app, club, mia);
  expect(await status()).toBe(200);
  await answer(mother, mia, 'outside', 'no');
  expect(await status()).toBe(404);
  expect((await mother.call('POST', `/clubs/${club}/leave`)).status).toBe(200);
  expect(await status()).toBe(404);
  await app.ctx.db.deleteFrom('app_user').where('id', '=', mother.id).execute();
  expect(await status()).toBe(404);
  const father = await createGuardian(app, club, mia);
  expect(await status()).toBe(404);
  await answer(father, mia, 'outside', 'yes');
  expect(await status()).toBe(200);
});

test('what a family said about its own counts at once and against a no of editors, unless they link somebody else', async () => {
  const club = await createClub(app);
  const mia = await createClubPerson(app, club);
  const lea = await createClubPerson(app, club, { first_name: 'Lea' });
  const guardian = await createGuardian(app, club, mia);
  const editor = await createActor(app, ['admin']);
  const stranger = await createActor(app);
  const gallery = await createGallery(app, {
    event: await createEvent(app, [club]),
    visibility: 'public',
    createdBy: editor.id,
  });
  const { faces } = await createPhotoOf(app, gallery, ['mia']);
  await createPhotoOf(app, gallery, ['ben']);
  await groupByHand(app, gallery, [[faces.mia!]]);
  const person_id = await personOf(app, faces.mia!);
  const shown = async () =>
    (await stranger.call<{ total: number }>('GET', `/photos/gallery/${gallery}`)).body.data.total;
  const say = (said: 'yes' | 'no' | 'open') =>
    app.ctx.db
      .insertInto('link_question')
      .values({
        person_id,
        club_person_id: mia,
        answer: said,
        answered_by: guardian.id,
        answered_at: new Date(),
      })
      .onConflict((conflict) =>
        conflict.columns(['person_id', 'club_person_id']).doUpdateSet({ answer: said }),
      )
      .execute();
  const edit = (what: string, body: object = {}) =>
    editor.call<{ decision_id: string }>('POST', `/facerecognition/faces/${person_id}/${what}`, body);

  await answer(guardian, mia, 'find', 'yes');
  await answer(guardian, mia, 'outside', 'no');
  await say('open');
  expect(await shown()).toBe(2);
  await say('yes');
  expect(await shown()).toBe(1);
  await answer(guardian, mia, 'outside', 'yes');
  expect(await shown()).toBe(2);
  await answer(guardian, mia, 'outside', 'no');
  expect(await shown()).toBe(1);
  await say('no');
  expect(await shown()).toBe(2);

  await say('yes');
  await edit('decline-link', { club_person_id: mia });
  expect(await shown()).toBe(1);
  await edit('decline-link/take-back', { club_person_id: mia });
  expect(await shown()).toBe(1);
  const { decision_id } = (await edit('link', { club_person_id: lea })).body.data;
  expect(await shown()).toBe(2);
  await editor.call('POST', `/facerecognition/decisions/${decision_id}/undo`);
  expect(await shown()).toBe(1);
  // What the family said about photos goes with the consent to find them, once no refusal holds for them.
  await answer(guardian, mia, 'find', 'no');
  expect(await shown()).toBe(1);
  await answer(guardian, mia, 'outside', 'yes');
  expect(await shown()).toBe(2);
  await answer(guardian, mia, 'outside', 'no');
  expect(await shown()).toBe(2);
});
