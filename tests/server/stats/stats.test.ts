import { expect, test } from 'vitest';
import type { FirstSteps, WaitingAtClub, WaitingInGallery } from '#server/contract/schemas/stats.ts';
import {
  type Actor,
  addMember,
  createActor,
  createClub,
  createEvent,
  createGallery,
  createPhoto,
} from '#tests/support/actors.ts';
import { createPhotoOf, groupByHand, personOf } from '#tests/support/faces.ts';
import { answer, createClubPerson, createFamily, createGuardian } from '#tests/support/families.ts';
import { createGuestPhotos } from '#tests/support/guests.ts';
import { startTestAppBeforeAll } from '#tests/support/test-app.ts';

const app = startTestAppBeforeAll();

const stats = async (actor: Actor) => (await actor.call('GET', '/stats/dashboard')).body.data;

test('the first steps are ticked off by what is there, for administrators', async () => {
  const admin = await createActor(app, ['admin']);
  const steps = async () => (await admin.call<FirstSteps>('GET', '/stats/first-steps')).body.data;
  const done = {
    name: false,
    club: false,
    event: false,
    photos: false,
    people: false,
    invitation: false,
  };
  expect(await steps()).toEqual({ done, club_id: null, public_url: null });
  const acts: [keyof FirstSteps['done'], () => Promise<unknown>][] = [
    ['name', () => admin.call('PUT', '/settings', { name: 'Clublens' })],
    ['club', async () => (club = await createClub(app))],
    ['event', async () => (event = await createEvent(app, [club]))],
    ['photos', async () => createPhoto(app, await createGallery(app, { event }), { uploadedBy: admin.id })],
    ['people', () => createClubPerson(app, club)],
    ['invitation', () => admin.call('POST', `/clubs/${club}/invitations`, { role: 'member' })],
  ];
  let [club, event] = ['', ''];
  for (const [step, act] of acts) {
    await act();
    done[step] = true;
    expect((await steps()).done, step).toEqual(done);
  }
  await createClub(app);
  expect((await steps()).club_id).toBe(club);
  const photographer = await createActor(app, ['photographer']);
  expect((await photographer.call('GET', '/stats/first-steps')).status).toBe(403);
});

test('the dashboard counts what the viewer did, and nothing of other users', async () => {
  const [user, other] = [await createActor(app), await createActor(app)];
  expect(await stats(user)).toEqual({
    clubs_joined: 0,
    events_attended: 0,
    photos_shared: 0,
    achievements: 0,
  });
  const [club, second, waiting] = [await createClub(app), await createClub(app), await createClub(app)];
  for (const each of [club, second]) await addMember(app, each, user.id);
  await addMember(app, waiting, user.id, 'pending');
  await app.ctx.db
    .updateTable('club_membership')
    .set({ approved_at: new Date('2026-01-10T12:00:00') })
    .where('user_id', '=', user.id)
    .where('status', '=', 'approved')
    .execute();
  const on = async (event_date: string, clubs: string[]) => {
    const id = await createEvent(app, clubs);
    await app.ctx.db.updateTable('event').set({ event_date }).where('id', '=', id).execute();
    return id;
  };
  const event = await on('2026-01-10', [club, second]); // one event, though two of the clubs were there
  await on('2026-01-09', [club]); // before joining
  await on('2026-01-20', [waiting]); // not a member there
  await on(app.ctx.clock.today(), [club]); // not over yet
  const gallery = await createGallery(app, { event });
  await createPhoto(app, gallery, { uploadedBy: other.id });
  expect(await stats(user)).toEqual({
    clubs_joined: 2,
    events_attended: 1,
    photos_shared: 0,
    achievements: 2,
  });
  await createPhoto(app, gallery, { uploadedBy: user.id });
  expect(await stats(user)).toEqual({
    clubs_joined: 2,
    events_attended: 1,
    photos_shared: 1,
    achievements: 3,
  });
});

test('the clubs at which somebody waits are told to who answers there: the administrators, or global ones where there are none', async () => {
  const [north, south, lonely] = [
    await createClub(app, 'A North'),
    await createClub(app, 'B South'),
    await createClub(app, 'C Lonely'),
  ];
  const ids = [north, south, lonely];
  const head = await createActor(app, [{ role: 'club_admin', club: north }]);
  await createActor(app, [{ role: 'club_admin', club: south }]);
  const admin = await createActor(app, ['admin']);
  const waiting = async (actor: Actor) =>
    (await actor.call<{ clubs: WaitingAtClub[] }>('GET', '/stats/waiting')).body.data.clubs
      .filter(({ id }) => ids.includes(id))
      .map(({ name, requests, claims, erasures }) => [name, requests, claims, erasures]);
  for (const actor of [head, admin]) expect(await waiting(actor)).toEqual([]);
  const member = await createActor(app);
  for (const club of ids) {
    await addMember(app, club, member.id);
    await member.call('POST', `/clubs/${club}/guardian-claims`, { relation: 'child', name: 'Lina' });
  }
  await addMember(app, north, (await createActor(app)).id, 'pending');
  expect(await waiting(head)).toEqual([['A North', 1, 1, 0]]);
  expect(await waiting(admin)).toEqual([['C Lonely', 0, 1, 0]]);
  expect(await waiting(member)).toEqual([]);
});

test('families who ask to erase somebody wait for those who answer at the club, until they have', async () => {
  const [club, other] = [await createClub(app), await createClub(app)];
  const head = await createActor(app, [{ role: 'club_admin', club }]);
  const elsewhere = await createActor(app, [{ role: 'club_admin', club: other }]);
  const [mia, ben] = [await createClubPerson(app, club), await createClubPerson(app, club)];
  const waiting = async (actor: Actor) =>
    (await actor.call<{ clubs: WaitingAtClub[] }>('GET', '/stats/waiting')).body.data.clubs.map(
      ({ id, erasures }) => [id, erasures],
    );
  for (const child of [mia, ben]) {
    const parent = await createGuardian(app, club, child);
    await parent.call('POST', `/family/people/${child}/erasure-request`, { hide_photos: false });
    expect(await waiting(parent)).toEqual([]);
  }
  expect(await waiting(head)).toEqual([[club, 2]]);
  expect(await waiting(elsewhere)).toEqual([]);
  await head.call('DELETE', `/clubs/${club}/erasure-requests/${mia}`);
  expect(await waiting(head)).toEqual([[club, 1]]);
  await head.call('DELETE', `/clubs/${club}/people/${ben}`, { hide_photos: false });
  expect(await waiting(head)).toEqual([]);
});

test('photos that were hidden on request wait for those who decide, until they have', async () => {
  const [owner, other] = [await createActor(app, ['photographer']), await createActor(app, ['photographer'])];
  const gallery = await createGallery(app, {
    event: await createEvent(app),
    visibility: 'public',
    createdBy: owner.id,
  });
  const photo = await createPhoto(app, gallery);
  const waiting = async (actor: Actor) =>
    (await actor.call<{ galleries: WaitingInGallery[] }>('GET', '/stats/waiting')).body.data.galleries.filter(
      ({ id }) => id === gallery,
    );
  expect(await waiting(owner)).toEqual([]);
  await other.call('POST', `/photos/${photo}/takedown`, {});
  expect(await waiting(owner)).toMatchObject([{ id: gallery, requests: 1, guest_photos: 0 }]);
  expect(await waiting(other)).toEqual([]);
  const { body } = await owner.call<{ takedowns: { id: string }[] }>(
    'GET',
    `/galleries/${gallery}/takedowns`,
  );
  await owner.call('POST', `/galleries/${gallery}/takedowns/${body.data.takedowns[0]?.id}/decide`, {
    decision: 'declined',
    answer: 'It shows a crowd.',
  });
  expect(await waiting(owner)).toEqual([]);
});

test('people about whom the club is asked wait for those who may answer and did not ask, until somebody has', async () => {
  const club = await createClub(app);
  const [owner, member] = [await createActor(app), await createActor(app)];
  const head = await createActor(app, [{ role: 'club_admin', club }]);
  const elsewhere = await createActor(app, [{ role: 'club_admin', club: await createClub(app) }]);
  const boss = await createActor(app, ['admin']);
  await addMember(app, club, member.id);
  const gallery = await createGallery(app, { event: await createEvent(app, [club]), createdBy: owner.id });
  const made = [await createPhotoOf(app, gallery, ['zoe']), await createPhotoOf(app, gallery, ['kim'])];
  const faces = [made[0]!.faces.zoe!, made[1]!.faces.kim!];
  await groupByHand(
    app,
    gallery,
    faces.map((face) => [face]),
  );
  const people = await Promise.all(faces.map((face) => personOf(app, face)));
  const waiting = async (actor: Actor) =>
    (await actor.call<{ galleries: WaitingInGallery[] }>('GET', '/stats/waiting')).body.data.galleries
      .filter(({ id }) => id === gallery)
      .map((each) => [each.requests, each.guest_photos, each.people]);
  const ask = (person_ids: string[]) =>
    owner.call('POST', `/galleries/${gallery}/asked-people`, { person_ids, asked: true });
  expect(await waiting(head)).toEqual([]);
  await ask(people);
  for (const actor of [head, boss]) expect(await waiting(actor)).toEqual([[0, 0, 2]]);
  for (const actor of [owner, member, elsewhere]) expect(await waiting(actor)).toEqual([]);
  await head.call('POST', `/facerecognition/galleries/${gallery}/checked-people`, {
    person_ids: [people[0]],
    checked_as: 'nobody_known',
  });
  expect(await waiting(head)).toEqual([[0, 0, 1]]);
  await owner.call('POST', `/galleries/${gallery}/kept-inside`, { photo_ids: [made[1]!.photo], kept: true });
  expect(await waiting(head)).toEqual([]);
  await owner.call('POST', `/galleries/${gallery}/kept-inside`, { photo_ids: [made[1]!.photo], kept: null });
  expect(await waiting(head)).toEqual([[0, 0, 1]]);
  await app.ctx.db.updateTable('gallery').set({ visibility: 'private' }).where('id', '=', gallery).execute();
  expect(await waiting(head)).toEqual([]);
});

test('somebody who refused waits in a gallery that people outside see, until it is said whether they are on its photos', async () => {
  const { club, editor, gallery, mia, mother } = await createFamily(app, {});
  const head = await createActor(app, [{ role: 'club_admin', club }]);
  const { faces } = await createPhotoOf(app, gallery, ['mia']);
  await groupByHand(app, gallery, [[faces.mia!]]);
  const waiting = async (actor: Actor) =>
    (await actor.call<{ galleries: WaitingInGallery[] }>('GET', '/stats/waiting')).body.data.galleries
      .filter(({ id }) => id === gallery)
      .map(({ refused, club_ids }) => [refused, club_ids]);
  await answer(mother, mia, 'outside', 'no');
  expect(await waiting(editor)).toEqual([]);
  const link = await editor.call<{ id: string }>('POST', `/galleries/${gallery}/links`, {});
  expect(await waiting(editor)).toEqual([[1, [club]]]);
  for (const other of [head, mother]) expect(await waiting(other)).toEqual([]);
  const say = (absent: boolean) =>
    editor.call('POST', `/galleries/${gallery}/absent-people`, { club_person_ids: [mia], absent });
  await say(true);
  expect(await waiting(editor)).toEqual([]);
  await say(false);
  expect(await waiting(editor)).toEqual([[1, [club]]]);
  await editor.call('DELETE', `/galleries/links/${link.body.data.id}`);
  expect(await waiting(editor)).toEqual([]);
});

test('photos of guests wait for those who decide, until they have', async () => {
  const [owner, other] = [await createActor(app, ['photographer']), await createActor(app, ['photographer'])];
  const gallery = await createGallery(app, {
    event: await createEvent(app),
    visibility: 'public',
    createdBy: owner.id,
  });
  const waiting = async (actor: Actor) =>
    (await actor.call<{ galleries: WaitingInGallery[] }>('GET', '/stats/waiting')).body.data.galleries;
  const link = await owner.call<{ id: string }>('POST', `/galleries/${gallery}/links`, { collects: true });
  const sent = await createGuestPhotos(app, { gallery, link: link.body.data.id }, 2);
  expect(await waiting(owner)).toMatchObject([{ id: gallery, requests: 0, guest_photos: 2 }]);
  expect(await waiting(other)).toEqual([]);
  await owner.call('POST', `/galleries/${gallery}/guest-photos/decline`, { guest_photo_ids: sent });
  expect(await waiting(owner)).toEqual([]);
});

test('people are named by a name, or by a link to somebody of a club', async () => {
  const admin = await createActor(app, ['admin']);
  const club = await createClub(app);
  const gallery = await createGallery(app, { event: await createEvent(app, [club]) });
  const named = async () =>
    (await admin.call<{ named_people: number }>('GET', '/stats/admin')).body.data.named_people;
  const before = await named();
  const { faces } = await createPhotoOf(app, gallery, ['anna', 'ben', 'eva']);
  await groupByHand(
    app,
    gallery,
    Object.values(faces).map((face) => [face]),
  );
  const [anna, ben] = await Promise.all([faces.anna!, faces.ben!].map((face) => personOf(app, face)));
  await app.ctx.db.updateTable('person').set({ name: 'Anna' }).where('id', '=', anna!).execute();
  const club_person_id = await createClubPerson(app, club);
  await app.ctx.db
    .insertInto('club_person_link')
    .values([anna!, ben!].map((person_id) => ({ person_id, club_id: club, club_person_id })))
    .execute();
  expect(await named()).toBe(before + 2);
});
