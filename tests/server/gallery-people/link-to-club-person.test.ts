import { describe, expect, test } from 'vitest';
import type { Person } from '#server/contract/schemas/gallery-people.ts';
import { loadGalleryFaces } from '#server/features/faces/gallery-people/faces-to-cluster.repository.ts';
import { newId } from '#server/ids.ts';
import {
  type Actor,
  addMember,
  createActor,
  createClub,
  createEvent,
  createGallery,
} from '#tests/support/actors.ts';
import { createPhotoOf, groupByHand, testRecogniser } from '#tests/support/faces.ts';
import { startTestAppBeforeAll } from '#tests/support/test-app.ts';
import { world } from '#tests/support/world.ts';

const app = startTestAppBeforeAll();
let club: string;
let otherClub: string;
let owner: Actor;
let gallery: string;
let first: Person;
let second: Person;
type Changed = { person_id: string; decision_id: string };

world(async () => {
  club = await createClub(app);
  otherClub = await createClub(app, 'TV Other');
  owner = await createActor(app);
  await addMember(app, club, owner.id);
  gallery = await createGallery(app, {
    event: await createEvent(app, [club, otherClub]),
    visibility: 'public',
    createdBy: owner.id,
  });
  const photos = [
    await createPhotoOf(app, gallery, ['anna', 'ben']),
    await createPhotoOf(app, gallery, ['anna', 'ben']),
  ];
  await groupByHand(app, gallery, [
    photos.map((photo) => photo.faces.anna!),
    photos.map((photo) => photo.faces.ben!),
  ]);
  [first, second] = (await people()) as [Person, Person];
  return app;
});

const people = async (by = owner) =>
  (await by.call<{ faces: Person[] }>('GET', `/facerecognition/galleries/${gallery}/faces`)).body.data.faces;
const names = async (by = owner) =>
  Object.fromEntries(
    (await people(by)).map(({ id, club_people }) => [id, club_people.map(({ name }) => name)]),
  );
const link = (person: Person, club_person_id: string, by = owner) =>
  by.call<Changed>('POST', `/facerecognition/faces/${person.id}/link`, { club_person_id });
const search = async (text: string, by = owner) =>
  (
    await by.call<{ any: boolean; adds_to: { id: string }[]; people: { name: string }[] }>(
      'GET',
      `/facerecognition/galleries/${gallery}/club-people?search=${encodeURIComponent(text)}`,
    )
  ).body.data;

async function insertClubPerson(name: string, club_id = club) {
  const id = newId();
  await app.ctx.db.insertInto('club_person').values({ id, club_id, first_name: name }).execute();
  return id;
}

/** Every row that says who is who, as the database writes it. */
const state = async () => {
  const rows = await Promise.all([
    app.ctx.db.selectFrom('person').selectAll().where('gallery_id', '=', gallery).orderBy('id').execute(),
    app.ctx.db.selectFrom('club_person_link').selectAll().orderBy('person_id').orderBy('club_id').execute(),
    app.ctx.db
      .selectFrom('assignment')
      .innerJoin('face', 'face.id', 'face_id')
      .selectAll('assignment')
      .where('gallery_id', '=', gallery)
      .orderBy('face_id')
      .execute(),
  ]);
  return JSON.stringify(rows);
};

test('whom a name may mean is offered by the whole name first, then by the first one', async () => {
  const listed = [
    ['Aaron', 'Leo'],
    ['Leonie', 'Ahrens'],
    ['Leo', 'Zander'],
    ['', 'Leo'],
  ];
  for (const [first_name, last_name] of listed)
    await app.ctx.db
      .insertInto('club_person')
      .values({ id: newId(), club_id: club, first_name, last_name })
      .execute();
  expect((await search('Leo')).people.map(({ name }) => name)).toEqual([
    'Leo',
    'Leo Zander',
    'Aaron Leo',
    'Leonie Ahrens',
  ]);
});

describe('a person of a gallery', () => {
  test('is linked to a person of the club, and the undoing restores every row', async () => {
    const mia = await insertClubPerson('Mia');
    const eva = await insertClubPerson('Eva');
    const before = await state();
    const linked = await link(first, mia);
    expect(linked.status).toBe(200);
    expect(await names()).toEqual({ [first.id]: ['Mia'], [second.id]: [] });
    const correct = await state();
    const wrong = await link(first, eva);
    expect(await names()).toEqual({ [first.id]: ['Eva'], [second.id]: [] });
    const removed = await owner.call<Changed>('POST', `/facerecognition/faces/${first.id}/unlink`, {
      club_id: club,
    });
    expect(await names()).toEqual({ [first.id]: [], [second.id]: [] });
    for (const { body } of [removed, wrong])
      await owner.call('POST', `/facerecognition/decisions/${body.data.decision_id}/undo`);
    expect(await state()).toBe(correct);
    await owner.call('POST', `/facerecognition/decisions/${linked.body.data.decision_id}/undo`);
    expect(await state()).toBe(before);
  });

  test('keeps its link when another one is merged into it, takes that of the other where it has none', async () => {
    const mia = await insertClubPerson('Mia');
    await link(second, mia);
    const before = await state();
    const merged = await owner.call<Changed>('POST', `/facerecognition/faces/${first.id}/merge`, {
      person_ids: [second.id],
    });
    expect(await names()).toEqual({ [first.id]: ['Mia'] });
    await owner.call('POST', `/facerecognition/decisions/${merged.body.data.decision_id}/undo`);
    expect(await state()).toBe(before);
    await link(first, await insertClubPerson('Eva'));
    await owner.call('POST', `/facerecognition/faces/${first.id}/merge`, { person_ids: [second.id] });
    expect(await names()).toEqual({ [first.id]: ['Eva'] });
  });

  test('is not the same as another on its photos, where the editor did not say so', async () => {
    const mia = await insertClubPerson('Mia');
    const say = (what: 'link' | 'merge', unless_together: boolean) =>
      owner.call('POST', `/facerecognition/faces/${first.id}/${what}`, {
        ...(what === 'link' ? { club_person_id: mia } : { person_ids: [second.id] }),
        unless_together,
      });
    await link(second, mia);
    const before = await state();
    for (const what of ['link', 'merge'] as const) {
      const { status, body } = await say(what, true);
      expect(status).toBe(409);
      expect(body).toMatchObject({ code: 'people_together', params: { photos: 2 } });
    }
    expect(await state()).toBe(before);
    for (const what of ['link', 'merge'] as const) expect((await say(what, false)).status).toBe(200);
  });

  test('is linked without a question where nobody on its photos is', async () => {
    const mia = await insertClubPerson('Mia');
    await link(second, await insertClubPerson('Eva'));
    const linked = await owner.call('POST', `/facerecognition/faces/${first.id}/link`, {
      club_person_id: mia,
      unless_together: true,
    });
    expect(linked.status).toBe(200);
  });

  test('is known to clustering by its link: different people of a club are strangers', async () => {
    await link(first, await insertClubPerson('Mia'));
    await link(second, await insertClubPerson('Eva'));
    const { personsDecidedByHuman } = await loadGalleryFaces(app.ctx.db, gallery, testRecogniser);
    expect(personsDecidedByHuman.map(({ id }) => id).sort()).toEqual([first.id, second.id].sort());
    expect(new Set(personsDecidedByHuman.map(({ name }) => name)).size).toBe(2);
  });

  test('may be known to both clubs of a gallery, each name read in its own club', async () => {
    await link(first, await insertClubPerson('Mia'));
    const theirs = await insertClubPerson('Mia Theirs', otherClub);
    expect((await link(first, theirs)).body.code).toBe('club_person_not_found');
    const photographer = await createActor(app, ['photographer']);
    await app.ctx.db
      .updateTable('gallery')
      .set({ photographer_id: photographer.id })
      .where('id', '=', gallery)
      .execute();
    expect((await link(first, theirs, photographer)).status).toBe(200);
    expect((await names(photographer))[first.id]).toEqual(['Mia', 'Mia Theirs']);
    expect((await names())[first.id]).toEqual(['Mia']);
    const reader = await createActor(app);
    await addMember(app, club, reader.id);
    expect((await names(reader))[first.id]).toEqual([]);
  });

  test('is linked only to people of the gallery’s clubs, and only by those who may edit people', async () => {
    const elsewhere = await insertClubPerson('Mia', await createClub(app, 'SV Elsewhere'));
    expect((await link(first, elsewhere)).body.code).toBe('club_person_not_found');
    const reader = await createActor(app);
    await addMember(app, club, reader.id);
    expect((await link(first, await insertClubPerson('Eva'), reader)).body.code).toBe(
      'gallery_action_forbidden',
    );
    expect((await names())[first.id]).toEqual([]);
  });

  test('loses its link when the club deletes the person, for good', async () => {
    const mia = await insertClubPerson('Mia');
    await link(first, mia);
    const admin = await createActor(app, [{ role: 'club_admin', club }]);
    const removed = await owner.call<Changed>('POST', `/facerecognition/faces/${first.id}/unlink`, {
      club_id: club,
    });
    await admin.call('DELETE', `/clubs/${club}/people/${mia}`);
    const undone = await owner.call(
      'POST',
      `/facerecognition/decisions/${removed.body.data.decision_id}/undo`,
    );
    expect(undone.status).toBe(200);
    expect(await names()).toEqual({ [first.id]: [], [second.id]: [] });
  });
});

describe('the search for people of the clubs', () => {
  test('finds by part of a name what the viewer may read, and says whether there is anybody', async () => {
    const nobody = { any: false, adds_to: [], people: [] };
    expect(await search('mia')).toEqual(nobody);
    await insertClubPerson('Mia Theirs', otherClub);
    expect(await search('mia')).toEqual(nobody);
    await insertClubPerson('Mia');
    await insertClubPerson('Ben');
    expect((await search('mi')).people.map(({ name }) => name)).toEqual(['Mia']);
    expect(await search('m')).toEqual({ ...nobody, any: true });
    const admin = await createActor(app, ['admin']);
    expect((await search('mia', admin)).people.map(({ name }) => name)).toEqual(['Mia', 'Mia Theirs']);
  });

  test('names the clubs to whose lists the viewer may add somebody', async () => {
    const asking = async (by: Actor) => (await search('', by)).adds_to.map(({ id }) => id);
    expect(await asking(owner)).toEqual([]);
    expect(new Set(await asking(await createActor(app, ['admin'])))).toEqual(new Set([club, otherClub]));
    const admin = await createActor(app, [{ role: 'club_admin', club: otherClub }]);
    await app.ctx.db.updateTable('gallery').set({ created_by: admin.id }).where('id', '=', gallery).execute();
    expect(await asking(admin)).toEqual([otherClub]);
  });
});
