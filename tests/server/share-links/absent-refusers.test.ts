/** Before photos leave the club: people who refused and to whom nobody in the gallery is linked are asked about by name. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { SharingCheck } from '#server/contract/schemas/share-links.ts';
import {
  type Actor,
  addMember,
  createActor,
  createClub,
  createEvent,
  createGallery,
} from '#tests/support/actors.ts';
import { createClubPerson, sayConsent } from '#tests/support/club-people.ts';
import { createPhotoOf, groupByHand, personOf } from '#tests/support/faces.ts';
import { type PhotoApp, startPhotoApp } from '#tests/support/photo-app.ts';
import { quarters } from '#tests/support/test-images.ts';
import { world } from '#tests/support/world.ts';

let app: PhotoApp;
let club: string;
/** Reads the list of the club. */
let owner: Actor;
let gallery: string;
let mia: string;
let ben: string;
/** Two persons of the gallery, linked to nobody. */
let persons: string[];

beforeAll(async () => {
  app = await startPhotoApp();
});
afterAll(() => app.close());
world(async () => {
  club = await createClub(app);
  owner = await createActor(app, [{ role: 'photographer', club }], 'owner');
  await addMember(app, club, owner.id);
  gallery = await createGallery(app, {
    event: await createEvent(app, [club]),
    photographer: owner.id,
    createdBy: owner.id,
  });
  const faces = [];
  for (const like of ['one', 'two']) faces.push((await createPhotoOf(app, gallery, [like])).faces[like]!);
  await groupByHand(
    app,
    gallery,
    faces.map((face) => [face]),
  );
  persons = await Promise.all(faces.map((face) => personOf(app, face)));
  mia = await createClubPerson(app, club, { name: 'Mia Berg' });
  ben = await createClubPerson(app, club, { name: 'Ben Koch' });
  for (const refused of [mia, ben]) await sayConsent(app, refused, 'outside', 'no');
  const zoe = await createClubPerson(app, club, { name: 'Zoe Lang' });
  await sayConsent(app, zoe, 'outside', 'yes');
  return app;
});

const check = async (by = owner) =>
  (await by.call<SharingCheck>('GET', `/galleries/${gallery}/sharing-check`)).body.data;
const asked = async () => (await check()).refusers_to_place.map(({ name }) => name);
const say = (club_person_ids: string[], absent = true, by = owner) =>
  by.call('POST', `/galleries/${gallery}/absent-people`, { club_person_ids, absent });
let width = 100;
const add = async () => {
  width += 2;
  const sent = await app.send(await quarters(width, 80).jpeg().toBuffer(), { as: owner, gallery });
  return sent.body.data.id;
};

test('those who refused are asked about by name, and nobody else is counted among the questions', async () => {
  const { to_ask, to_check, unlinked } = await check();
  expect(await asked()).toEqual(['Ben Koch', 'Mia Berg']);
  expect({ to_ask, to_check, unlinked: unlinked.length }).toEqual({ to_ask: 2, to_check: 2, unlinked: 2 });
  for (const refused of [mia, ben]) await sayConsent(app, refused, 'outside', 'yes');
  expect(await check()).toMatchObject({ to_ask: 0, to_check: 2, refusers_to_place: [] });
});

test('who is not here is not asked about again before photos are added', async () => {
  expect((await say([mia])).status).toBe(200);
  expect(await asked()).toEqual(['Ben Koch']);
  await say([mia], false);
  expect(await asked()).toEqual(['Ben Koch', 'Mia Berg']);
  await say([mia, ben]);
  expect(await check()).toMatchObject({ to_ask: 0, to_check: 2 });
  const photo = await add();
  expect(await asked()).toEqual(['Ben Koch', 'Mia Berg']);
  await say([mia, ben]);
  expect((await owner.call('DELETE', `/photos/${photo}`)).status).toBe(200);
  expect(await asked()).toEqual([]);
  const restored = await owner.call('POST', `/galleries/${gallery}/deleted-photos/restore`, {});
  expect(restored.status).toBe(200);
  expect(await asked()).toEqual(['Ben Koch', 'Mia Berg']);
});

test('who is here is linked, and then among those who refused', async () => {
  await owner.call('POST', `/facerecognition/faces/${persons[0]}/link`, { club_person_id: mia });
  expect(await asked()).toEqual(['Ben Koch']);
  expect((await check()).refused.map(({ person }) => person.id)).toEqual([persons[0]]);
});

test('nobody is asked about where everybody on the photos is known', async () => {
  await owner.call('POST', `/facerecognition/galleries/${gallery}/checked-people`, {
    person_ids: persons,
    checked_as: 'nobody_known',
  });
  expect(await check()).toMatchObject({ to_ask: 0, refusers_to_place: [], refusers_of_others: [] });
});

test('who does not read the list learns how many they are, and answers by asking the club', async () => {
  const stranger = await createActor(app, [], 'stranger');
  await createActor(app, [{ role: 'club_admin', club }], 'admin');
  await app.ctx.db
    .updateTable('stored_gallery')
    .set({ created_by: stranger.id })
    .where('id', '=', gallery)
    .execute();
  const { name } = await app.ctx.db
    .selectFrom('club')
    .select('name')
    .where('id', '=', club)
    .executeTakeFirstOrThrow();
  const { to_ask, refusers_to_place, refusers_of_others } = await check(stranger);
  expect({ to_ask, refusers_to_place, refusers_of_others }).toEqual({
    to_ask: 1,
    refusers_to_place: [],
    refusers_of_others: [{ club_name: name, count: 2 }],
  });
  expect((await say([mia], true, stranger)).body.code).toBe('person_not_found');
  await stranger.call('POST', `/galleries/${gallery}/asked-people`, { person_ids: persons, asked: true });
  expect(await check(stranger)).toMatchObject({ to_ask: 0, refusers_of_others: [] });
});

test('nobody says it of people of other clubs, nor who may not share the gallery', async () => {
  const other = await createClubPerson(app, await createClub(app), { name: 'Ida' });
  expect((await say([mia, other])).body.code).toBe('person_not_found');
  expect(await asked()).toEqual(['Ben Koch', 'Mia Berg']);
  const member = await createActor(app);
  await addMember(app, club, member.id);
  expect((await say([mia], true, member)).status).toBe(403);
});
