import { describe, expect, test } from 'vitest';
import type { AnsweredNo } from '#server/contract/schemas/my-photos.ts';
import { type Actor, addMember, createActor, createEvent, createGallery } from '#tests/support/actors.ts';
import { embeddingAt, sayFind } from '#tests/support/club-people.ts';
import { createPersonOf } from '#tests/support/faces.ts';
import { createFamily } from '#tests/support/families.ts';
import { startTestAppBeforeAll } from '#tests/support/test-app.ts';
import { world } from '#tests/support/world.ts';

/** Within the distance of the test's recogniser at which photos are shown at once; see my-photos.test.ts. */
const SURE = 0.03;

const app = startTestAppBeforeAll();
let club: string;
let mother: Actor;
let father: Actor;
let editor: Actor;
let mia: string;
let gallery: string;

world(async () => {
  const family = await createFamily(app, { find: 'yes' }, { guardians: 2 });
  ({ club, editor, gallery, mia, mother } = family);
  father = family.father!;
  return app;
});

const personIn = (into = gallery, side = 100) => createPersonOf(app, into, embeddingAt(0, SURE, side));
const answer = (person_id: string, said: 'yes' | 'no', by = mother) =>
  by.call('POST', `/my-photos/${mia}/answers`, { person_id, answer: said });
const listed = async (by = mother) =>
  (await by.call<AnsweredNo>('GET', `/my-photos/${mia}/answered-no`)).body.data;
const people = async (by = mother) => (await listed(by)).people.map(({ person_id }) => person_id);

describe('persons about whom a family said no', () => {
  test('are listed for each guardian, newest answer first, with gallery, event and picture', async () => {
    const first = await personIn();
    const second = await personIn(gallery, 101);
    await personIn(gallery, 102);
    expect(await listed()).toEqual({ people: [], total: 0 });
    await answer(first.person, 'no');
    await answer(second.person, 'no');
    expect(await listed()).toMatchObject({
      people: [
        { person_id: second.person, photo_count: 1, photo: { id: second.photo } },
        { person_id: first.person, gallery_id: gallery, gallery_name: 'Match photos' },
      ],
      total: 2,
    });
    expect(await people(father)).toEqual([second.person, first.person]);
    expect(JSON.stringify(await listed())).not.toMatch(/distance|score|embedding|grade|answered_by/);
  });

  test('are on the pages of the family again after a yes, whoever said no', async () => {
    const { person, photo } = await personIn();
    await answer(person, 'no');
    expect((await answer(person, 'yes', father)).status).toBe(200);
    expect(await people()).toEqual([]);
    const found = await mother.call<{ photos: object[] }>('GET', `/my-photos/${mia}/photos`);
    expect(found.body.data.photos).toMatchObject([{ id: photo, certainty: 'confirmed' }]);
  });

  test('are not listed where they are hidden, their photos taken down or their gallery not readable', async () => {
    const hidden = await personIn();
    const takenDown = await personIn(gallery, 101);
    const other = await createGallery(app, { event: await createEvent(app, [club]), createdBy: editor.id });
    const unreadable = await personIn(other, 102);
    const stays = await personIn(gallery, 103);
    for (const { person } of [hidden, takenDown, unreadable, stays]) await answer(person, 'no');
    expect((await listed()).total).toBe(4);
    await editor.call('POST', `/facerecognition/faces/${hidden.person}/hide`, { hidden: true });
    await editor.call('POST', `/photos/${takenDown.photo}/takedown`, {});
    await app.ctx.db.updateTable('gallery').set({ visibility: 'private' }).where('id', '=', other).execute();
    expect(await listed()).toMatchObject({ people: [{ person_id: stays.person }], total: 1 });
  });

  test('are not listed without the consent to be found, nor for other families', async () => {
    const { person } = await personIn();
    await answer(person, 'no');
    const stranger = await createActor(app, [], 'stranger');
    await addMember(app, club, stranger.id);
    const refused = await stranger.call('GET', `/my-photos/${mia}/answered-no`);
    expect(refused.body.code).toBe('club_person_not_found');
    await sayFind(app, mia, 'no', { by: father.id, as: 'guardian' });
    expect(await listed()).toEqual({ people: [], total: 0 });
  });
});
