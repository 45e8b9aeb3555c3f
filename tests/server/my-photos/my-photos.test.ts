/** @module-tag long */
import { beforeEach, describe, expect, test } from 'vitest';
import type {
  FamilyMember,
  FoundPhoto,
  MatchQuestion,
  SearchScope,
} from '#server/contract/schemas/my-photos.ts';
import { removeEndedReferences } from '#server/features/faces/my-photos/reference-pictures.repository.ts';
import { eraseFaceSearchUnlessAgreed } from '#server/features/people/club-people/erase-face-search.ts';
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
  sayConsent,
  sayFind,
} from '#tests/support/club-people.ts';
import { createPersonOf, createPhotoOf, foundFace, groupByHand, personOf } from '#tests/support/faces.ts';
import { startTestAppBeforeAll } from '#tests/support/test-app.ts';
import { world } from '#tests/support/world.ts';

/** Distances of the test's recogniser, whose threshold is .065: at once up to .0585, a question up to .078. */
const [SURE, DOUBTFUL, FAR] = [0.03, 0.07, 0.2];

const app = startTestAppBeforeAll();
let club: string;
let mother: Actor;
let editor: Actor;
let mia: string;
let gallery: string;

world(async () => {
  club = await createClub(app);
  mother = await createActor(app, [], 'mother');
  editor = await createActor(app, [], 'editor');
  await addMember(app, club, mother.id);
  await addMember(app, club, editor.id);
  gallery = await createGallery(app, { event: await createEvent(app, [club]), createdBy: editor.id });
  mia = await createClubPerson(app, club, { name: 'Mia' });
  await makeGuardian(app, mia, mother.id);
  await sayFind(app, mia, 'yes', { by: mother.id, as: 'guardian' });
  await addReference(app, mia, embeddingAt(0));
  return app;
});

/** A person of a gallery whose one face has this distance from Mia's picture. Answers the photo. */
const personAt = (distance: number, into = gallery, side = 100) =>
  createPersonOf(app, into, embeddingAt(0, distance, side));

type Found = {
  photos: FoundPhoto[];
  total: number;
  galleries: number;
  unconfirmed: number;
  questions: number;
};
const found = async (by = mother, of = mia, scope: SearchScope = 'own') =>
  (await by.call<Found>('GET', `/my-photos/${of}/photos?scope=${scope}`)).body.data;
const shown = async (by = mother, scope: SearchScope = 'own') =>
  (await found(by, mia, scope)).photos.map(({ id, certainty }) => [id, certainty] as const);
const questions = async (by = mother, scope: SearchScope = 'own') =>
  (await by.call<{ questions: MatchQuestion[] }>('GET', `/my-photos/${mia}/questions?scope=${scope}`)).body
    .data.questions;
const answer = (person_id: string, said: 'yes' | 'no', by = mother) =>
  by.call('POST', `/my-photos/${mia}/answers`, { person_id, answer: said });

describe('photos of one’s family', () => {
  test('are shown at once, asked about or left out, as near as they are', async () => {
    const sure = await personAt(SURE);
    const doubtful = await personAt(DOUBTFUL, gallery, 101);
    await personAt(FAR, gallery, 102);
    expect(await found()).toMatchObject({
      photos: [
        { id: sure.photo, certainty: 'probable', person_id: sure.person, gallery_name: 'Match photos' },
      ],
      total: 1,
      galleries: 1,
      questions: 1,
    });
    expect(await questions()).toMatchObject([
      { person_id: doubtful.person, photo_count: 1, photo: { id: doubtful.photo } },
    ]);
  });

  test('are those that editors linked where nobody has answered, and none after a no', async () => {
    const linked = await personAt(FAR);
    const near = await personAt(SURE, gallery, 101);
    await editor.call('POST', `/facerecognition/faces/${linked.person}/link`, { club_person_id: mia });
    const forget = () => app.ctx.db.deleteFrom('consent').where('club_person_id', '=', mia).execute();
    await forget();
    expect(await shown()).toEqual([[linked.photo, 'confirmed']]);
    expect(await questions()).toEqual([]);
    // Nothing is taken down in words that nobody agreed to.
    for (const { person } of [linked, near])
      expect((await answer(person, 'no')).body.code).toBe('person_not_found');
    const stranger = await createActor(app);
    await addMember(app, club, stranger.id);
    expect((await stranger.call('GET', `/my-photos/${mia}/photos`)).status).toBe(404);
    await sayFind(app, mia, 'no', { by: mother.id, as: 'guardian' });
    expect(await shown()).toEqual([]);
  });

  test('come without a distance, an embedding or a grade', async () => {
    await personAt(SURE);
    await personAt(DOUBTFUL, gallery, 101);
    const said = JSON.stringify([await found(), await questions()]);
    expect(said).not.toMatch(/distance|score|embedding|grade/);
  });

  test('leave out what was taken down, also where it was confirmed, and ask about none of it', async () => {
    const sure = await personAt(SURE);
    const doubtful = await personAt(DOUBTFUL, gallery, 101);
    const confirmed = await personAt(FAR, gallery, 102);
    await editor.call('POST', `/facerecognition/faces/${confirmed.person}/link`, { club_person_id: mia });
    expect(await found()).toMatchObject({ total: 2, galleries: 1, questions: 1 });
    for (const { photo } of [sure, doubtful, confirmed])
      expect((await mother.call('POST', `/photos/${photo}/takedown`, {})).status).toBe(201);
    expect(await found()).toMatchObject({ photos: [], total: 0, galleries: 0, questions: 0 });
    expect(await questions()).toEqual([]);
  });

  test('follow what the family says, which makes no link in the gallery', async () => {
    const sure = await personAt(SURE);
    const doubtful = await personAt(DOUBTFUL, gallery, 101);
    expect((await answer(sure.person, 'no')).status).toBe(200);
    expect((await answer(doubtful.person, 'yes')).status).toBe(200);
    expect(await shown()).toEqual([[doubtful.photo, 'confirmed']]);
    expect(await questions()).toEqual([]);
    await answer(sure.person, 'yes');
    expect((await shown()).length).toBe(2);
    expect(await app.ctx.db.selectFrom('club_person_link').selectAll().execute()).toEqual([]);
  });

  test('say which face was taken for the person, and how many are presumed', async () => {
    const sure = await personAt(SURE);
    await personAt(SURE, gallery, 101);
    const { x, y, w, h } = await app.ctx.db
      .selectFrom('face')
      .select(['x', 'y', 'w', 'h'])
      .where('photo_id', '=', sure.photo)
      .executeTakeFirstOrThrow();
    const before = await found();
    expect(before).toMatchObject({ total: 2, unconfirmed: 2 });
    expect(before.photos.find(({ id }) => id === sure.photo)?.box).toEqual({ x, y, w, h });
    expect((await answer(sure.person, 'yes')).status).toBe(200);
    expect(await found()).toMatchObject({ total: 2, unconfirmed: 1 });
  });

  test('hold what an editor linked, and not whom an editor linked to somebody else', async () => {
    const linked = await personAt(FAR);
    const other = await personAt(SURE, gallery, 101);
    const ben = await createClubPerson(app, club, { name: 'Ben' });
    const link = (person: string, club_person_id: string) =>
      editor.call('POST', `/facerecognition/faces/${person}/link`, { club_person_id });
    await link(linked.person, mia);
    await link(other.person, ben);
    expect(await shown()).toEqual([[linked.photo, 'confirmed']]);
    await answer(linked.person, 'no');
    expect(await shown()).toEqual([]);
  });

  test('come from galleries the viewer may read alone, and from no hidden person', async () => {
    const event = await createEvent(app);
    const secret = await createGallery(app, { event, visibility: 'private' });
    await personAt(SURE, secret);
    const there = await personAt(SURE);
    const hidden = await personAt(SURE);
    await editor.call('POST', `/facerecognition/faces/${hidden.person}/hide`, { hidden: true });
    expect(await shown()).toEqual([[there.photo, 'probable']]);
    expect(await shown(mother, 'public')).toEqual([]);
    expect((await answer(hidden.person, 'yes')).body.code).toBe('person_not_found');
    await app.ctx.db.insertInto('gallery_user').values({ gallery_id: secret, user_id: mother.id }).execute();
    expect((await found()).total).toBe(2);
  });

  test('in public galleries of other clubs are asked for apart, and the family’s as soon as it says so', async () => {
    const event = await createEvent(app, [await createClub(app)]);
    const abroad = await createGallery(app, { event, visibility: 'public' });
    const secret = await createGallery(app, { event, visibility: 'club_restricted' });
    await createGallery(app, { event, visibility: 'public' });
    const here = await personAt(
      SURE,
      await createGallery(app, {
        event: await createEvent(app, [club]),
        visibility: 'public',
      }),
    );
    const there = await personAt(SURE, abroad);
    const asked = await personAt(DOUBTFUL, abroad, 101);
    await personAt(SURE, secret);
    expect(await shown()).toEqual([[here.photo, 'probable']]);
    expect(await shown(mother, 'public')).toEqual([[there.photo, 'probable']]);
    expect(await questions()).toEqual([]);
    expect(await questions(mother, 'public')).toMatchObject([{ person_id: asked.person }]);
    expect((await answer(asked.person, 'yes')).status).toBe(200);
    expect(await shown()).toEqual(
      expect.arrayContaining([
        [asked.photo, 'confirmed'],
        [there.photo, 'probable'],
      ]),
    );
    expect(await shown(mother, 'public')).toEqual([]);
  });

  test('in public galleries of other clubs are not found where the installation does not look there', async () => {
    const event = await createEvent(app, [await createClub(app)]);
    const abroad = await createGallery(app, { event, visibility: 'public' });
    const there = await personAt(SURE, abroad);
    const doubtful = await personAt(DOUBTFUL, abroad, 101);
    app.ctx.searchesPublicGalleries = false;
    try {
      expect(await shown(mother, 'public')).toEqual([]);
      expect(await questions(mother, 'public')).toEqual([]);
      expect((await answer(doubtful.person, 'yes')).body.code).toBe('person_not_found');
    } finally {
      app.ctx.searchesPublicGalleries = true;
    }
    await app.ctx.db
      .insertInto('club_person_link')
      .values({ person_id: there.person, club_id: club, club_person_id: mia })
      .execute();
    expect(await shown()).toEqual([[there.photo, 'confirmed']]);
  });

  test('are an administrator’s by membership, not by the office', async () => {
    const father = await createActor(app, ['admin']);
    await makeGuardian(app, mia, father.id);
    await sayFind(app, mia, 'yes', { by: father.id, as: 'guardian' });
    await addMember(app, club, father.id);
    const [here, secret] = [
      await personAt(SURE),
      await createGallery(app, {
        event: await createEvent(app, [club]),
        visibility: 'private',
      }),
    ];
    await personAt(SURE, secret);
    await personAt(
      SURE,
      await createGallery(app, { event: await createEvent(app, [await createClub(app)]) }),
    );
    expect(await shown(father)).toEqual([[here.photo, 'probable']]);
    expect(await shown(father, 'public')).toEqual([]);
  });

  test('are newest first by event, each photo once', async () => {
    const group = ['one', 'two'].map((_, i) => foundFace('', { embedding: embeddingAt(0, SURE, 100 + i) }));
    const late = await createEvent(app, [club]);
    await app.ctx.db.updateTable('event').set({ event_date: '2031-01-01' }).where('id', '=', late).execute();
    const later = await createGallery(app, { event: late });
    const { photo, faces } = await createPhotoOf(app, later, ['one', 'two'], group);
    await groupByHand(app, later, [[faces.one!], [faces.two!]]);
    const { photo: earlier } = await personAt(SURE);
    expect((await found()).photos.map(({ id }) => id)).toEqual([photo, earlier]);
    const second = await mother.call<Found>('GET', `/my-photos/${mia}/photos?limit=1&offset=1`);
    expect(second.body.data).toMatchObject({ photos: [{ id: earlier }], total: 2 });
  });
});

describe('an answer', () => {
  type Answered = { earlier: 'yes' | 'no' | 'open' | null; photo_count: number };
  const say = async (person: string, said: 'yes' | 'no', by = mother) =>
    (await by.call<Answered>('POST', `/my-photos/${mia}/answers`, { person_id: person, answer: said })).body
      .data;
  const takeBack = (person: string, earlier: Answered['earlier'], by = mother) =>
    by.call('POST', `/my-photos/${mia}/answers/${person}/take-back`, { earlier });

  test('says how many photos it is about, of those that the viewer may see', async () => {
    const faces = [100, 101].map((side) => foundFace('', { embedding: embeddingAt(0, SURE, side) }));
    const one = await createPhotoOf(app, gallery, ['mia'], faces.slice(0, 1));
    const two = await createPhotoOf(app, gallery, ['mia'], faces.slice(1));
    await groupByHand(app, gallery, [[one.faces.mia!, two.faces.mia!]]);
    const person = await personOf(app, one.faces.mia!);
    expect(await say(person, 'no')).toEqual({ earlier: null, photo_count: 2 });
    await mother.call('POST', `/photos/${two.photo}/takedown`, {});
    expect(await say(person, 'yes')).toEqual({ earlier: 'no', photo_count: 1 });
    await app.ctx.db
      .updateTable('gallery')
      .set({ visibility: 'private' })
      .where('id', '=', gallery)
      .execute();
    expect(await say(person, 'yes')).toEqual({ earlier: 'yes', photo_count: 0 });
  });

  test('is taken back: what was said before counts again, or nothing', async () => {
    const sure = await personAt(SURE);
    const { earlier } = await say(sure.person, 'no');
    expect(await shown()).toEqual([]);
    expect((await takeBack(sure.person, earlier)).status).toBe(200);
    expect(await shown()).toEqual([[sure.photo, 'probable']]);
    await say(sure.person, 'yes');
    expect((await takeBack(sure.person, (await say(sure.person, 'no')).earlier)).status).toBe(200);
    expect(await shown()).toEqual([[sure.photo, 'confirmed']]);
    await app.ctx.db.updateTable('link_question').set({ answer: 'open', answered_by: null }).execute();
    await takeBack(sure.person, (await say(sure.person, 'no')).earlier);
    expect(await shown()).toEqual([]);
    expect((await questions()).map(({ person_id }) => person_id)).toEqual([sure.person]);
    const logged = await app.ctx.db
      .selectFrom('audit_entry')
      .select('action')
      .where('actor_id', '=', mother.id)
      .orderBy('created_at', 'desc')
      .limit(1)
      .execute();
    expect(logged).toEqual([{ action: 'myPhotos.takeBackAnswer' }]);
  });

  test('is taken back by the one who gave it, while it is in force and the family agrees', async () => {
    const { person } = await personAt(SURE);
    const father = await createActor(app);
    await addMember(app, club, father.id);
    await makeGuardian(app, mia, father.id);
    expect((await takeBack(person, null)).body.code).toBe('person_not_found');
    await say(person, 'no');
    expect((await takeBack(person, null, father)).body.code).toBe('person_not_found');
    expect((await takeBack(person, null, editor)).body.code).toBe('club_person_not_found');
    await say(person, 'no', father);
    expect((await takeBack(person, null)).body.code).toBe('person_not_found');
    expect(await shown()).toEqual([]);
    await sayFind(app, mia, 'withdrawn', { by: father.id, as: 'guardian' });
    expect((await takeBack(person, null, father)).body.code).toBe('person_not_found');
  });
});

describe('new photos', () => {
  type Seen = { new_photos: number; newest_at: string | null; seen_until: string | null };
  const page = async (by = mother, scope: SearchScope = 'own') =>
    (await by.call<Seen>('GET', `/my-photos/${mia}/photos?scope=${scope}`)).body.data;
  const see = (seen_until: string, by = mother) => by.call('PUT', `/my-photos/${mia}/seen`, { seen_until });

  test('are those added after the newest one that was seen, for each account', async () => {
    expect(await page()).toMatchObject({ new_photos: 0, newest_at: null, seen_until: null });
    const first = await personAt(SURE);
    const { newest_at } = await page();
    expect(await page()).toMatchObject({ new_photos: 0, seen_until: null });
    expect((await see(newest_at!)).status).toBe(200);
    expect(await page()).toMatchObject({ new_photos: 0, seen_until: newest_at });
    const later = await personAt(SURE, gallery, 101);
    const added = (id: string, created_at: Date) =>
      app.ctx.db.updateTable('photo').set({ created_at }).where('id', '=', id).execute();
    await added(later.photo, new Date(Date.parse(newest_at!) + 1));
    expect(await page()).toMatchObject({ new_photos: 1, seen_until: newest_at });
    await added(first.photo, new Date(Date.parse(newest_at!) - 60_000));
    await see(new Date(Date.parse(newest_at!) - 30_000).toISOString());
    expect(await page()).toMatchObject({ new_photos: 1, seen_until: newest_at });
    const father = await createActor(app);
    await addMember(app, club, father.id);
    await makeGuardian(app, mia, father.id);
    await sayFind(app, mia, 'yes', { by: father.id, as: 'guardian' });
    expect(await page(father)).toMatchObject({ new_photos: 0, seen_until: null });
  });

  test('are those of a public gallery that strangers to it are shown', async () => {
    const abroad = await createClub(app);
    const elsewhere = await createGallery(app, {
      event: await createEvent(app, [abroad]),
      visibility: 'public',
    });
    const first = await personAt(SURE, elsewhere);
    await see((await page(mother, 'public')).newest_at!);
    const alone = await personAt(SURE, elsewhere, 101);
    const withBen = await createPhotoOf(
      app,
      elsewhere,
      ['mia', 'ben'],
      [foundFace('', { embedding: embeddingAt(0, SURE, 102) }), foundFace('', { embedding: embeddingAt(1) })],
    );
    await groupByHand(app, elsewhere, [[withBen.faces.mia!], [withBen.faces.ben!]]);
    const later = new Date(Date.now() + 60_000);
    for (const { photo } of [alone, withBen])
      await app.ctx.db.updateTable('photo').set({ created_at: later }).where('id', '=', photo).execute();
    expect(await page(mother, 'public')).toMatchObject({ new_photos: 2 });
    const ben = await createClubPerson(app, abroad, { name: 'Ben' });
    await sayConsent(app, ben, 'outside', 'no');
    await app.ctx.db
      .insertInto('club_person_link')
      .values({ person_id: await personOf(app, withBen.faces.ben!), club_id: abroad, club_person_id: ben })
      .execute();
    expect(await page(mother, 'public')).toMatchObject({ new_photos: 1 });
    expect((await shown(mother, 'public')).map(([id]) => id).sort()).toEqual(
      [first.photo, alone.photo].sort(),
    );
    await addMember(app, abroad, mother.id);
    expect(await page()).toMatchObject({ new_photos: 2 });
  });

  test('are noted by the family alone, and never for later than now', async () => {
    const first = await personAt(SURE);
    expect((await see('2026-01-01T00:00:00Z', editor)).body.code).toBe('club_person_not_found');
    await see('2099-01-01T00:00:00Z');
    const { seen_until } = await page();
    expect(Date.parse(seen_until!)).toBeLessThanOrEqual(Date.now());
    await app.ctx.db
      .updateTable('photo')
      .set({ created_at: new Date(Date.now() + 60_000) })
      .where('id', '=', first.photo)
      .execute();
    expect(await page()).toMatchObject({ new_photos: 1 });
  });
});

describe('the family', () => {
  const members = async (by: Actor) =>
    (await by.call<{ members: FamilyMember[] }>('GET', '/my-photos')).body.data.members;

  test('is oneself and the children one is a confirmed guardian of', async () => {
    const self = await createClubPerson(app, club, { name: 'Ada', user_id: mother.id });
    expect(await members(mother)).toMatchObject([
      { id: self, name: 'Ada', is_self: true, find: 'unknown', references: [] },
      { id: mia, name: 'Mia', is_self: false, find: 'yes', references: [{ in_force: true }] },
    ]);
    expect(await members(editor)).toEqual([]);
  });

  test('is known, claimed, possible, or none of that', async () => {
    const status = async (by: Actor) =>
      (await by.call<{ status: string }>('GET', '/my-photos/has-family')).body.data.status;
    expect(await status(mother)).toBe('known');
    // A member of a club that lists nobody yet may be the first to name somebody.
    const other = await createClub(app);
    const member = await createActor(app);
    await addMember(app, other, member.id);
    expect(await status(member)).toBe('possible');
    const claim = () =>
      member.call('POST', `/clubs/${other}/guardian-claims`, { name: 'Lina', relation: 'child' });
    const take = (takes_claims: boolean) =>
      app.ctx.db.updateTable('club').set({ takes_claims }).where('id', '=', other).execute();
    await take(false);
    expect(await status(member)).toBe('none');
    expect((await claim()).body.code).toBe('club_forbidden');
    await take(true);
    expect((await claim()).status).toBe(201);
    expect(await status(member)).toBe('claimed');
    // Neither administrators nor those who wait to be members are asked.
    expect(await status(await createActor(app, ['admin']))).toBe('none');
    const waiting = await createActor(app);
    await addMember(app, other, waiting.id, 'pending');
    expect(await status(waiting)).toBe('none');
  });

  test.each([
    ['is only asked for', { state: 'asked' as const }],
    ['has ended', { state: 'ended' as const }],
  ])('holds no child whose guardianship %s', async (_, { state }) => {
    const father = await createActor(app);
    await addMember(app, club, father.id);
    await makeGuardian(app, mia, father.id, state);
    expect(await members(father)).toEqual([]);
    const { body } = await father.call<{ status: string; asked: object[] }>('GET', '/my-photos/has-family');
    expect(body.data).toMatchObject({
      status: 'possible',
      asked: state === 'asked' ? [{ club_person_id: mia, name: 'Mia' }] : [],
    });
    expect((await father.call('GET', `/my-photos/${mia}/photos`)).body.code).toBe('club_person_not_found');
  });

  test('ends with membership and at eighteen', async () => {
    await app.ctx.db
      .updateTable('club_person')
      .set({ born_on: '2008-11-22' })
      .where('id', '=', mia)
      .execute();
    app.clock.set(new Date('2026-11-21T12:00:00Z'));
    expect((await members(mother)).length).toBe(1);
    app.clock.set(new Date('2026-11-22T12:00:00Z'));
    expect(await members(mother)).toEqual([]);
    app.clock.set(null);
    await app.ctx.db
      .updateTable('club_person')
      .set({ born_on: '2020-11-22' })
      .where('id', '=', mia)
      .execute();
    await app.ctx.db.deleteFrom('club_membership').where('user_id', '=', mother.id).execute();
    expect(await members(mother)).toEqual([]);
  });

  test('is told to nobody else, administrators of the club and the server included', async () => {
    const head = await createActor(app, [{ role: 'club_admin', club }]);
    const admin = await createActor(app, ['admin']);
    await personAt(SURE);
    for (const actor of [head, admin, editor]) {
      expect((await actor.call('GET', `/my-photos/${mia}/photos`)).status).toBe(404);
      expect((await actor.call('GET', `/my-photos/${mia}/questions`)).status).toBe(404);
    }
  });
});

describe('consent', () => {
  test('withdrawn, nothing is found at once, and nothing is kept by the next clearing', async () => {
    const sure = await personAt(SURE);
    const doubtful = await personAt(DOUBTFUL, gallery, 101);
    await answer(doubtful.person, 'yes');
    await sayFind(app, mia, 'withdrawn', { by: mother.id, as: 'guardian' });
    expect(await found()).toMatchObject({ photos: [], total: 0, questions: 0 });
    expect(await questions()).toEqual([]);
    expect((await answer(sure.person, 'yes')).body.code).toBe('person_not_found');
    await removeEndedReferences(app.ctx.db, app.ctx.clock.today());
    for (const table of ['reference', 'link_question'] as const)
      expect(
        await app.ctx.db
          .selectFrom(table)
          .select('club_person_id')
          .where('club_person_id', '=', mia)
          .execute(),
      ).toEqual([]);
  });

  test('ended deletes pictures and answers in the transaction that ends it', async () => {
    const { person } = await personAt(DOUBTFUL);
    await answer(person, 'yes');
    const left = async (table: 'reference' | 'link_question') =>
      (
        await app.ctx.db
          .selectFrom(table)
          .select('club_person_id')
          .where('club_person_id', '=', mia)
          .execute()
      ).length;
    const end = () =>
      app.ctx.db
        .transaction()
        .execute((trx) => eraseFaceSearchUnlessAgreed(trx, [mia], app.ctx.clock.today()));
    await end();
    expect([await left('reference'), await left('link_question')]).toEqual([1, 1]);
    await sayFind(app, mia, 'no', { by: mother.id, as: 'guardian' });
    await end();
    expect([await left('reference'), await left('link_question')]).toEqual([0, 0]);
  });

  test('of somebody without pictures shows what editors linked', async () => {
    const { photo, person } = await personAt(FAR);
    await app.ctx.db.deleteFrom('reference').where('club_person_id', '=', mia).execute();
    await editor.call('POST', `/facerecognition/faces/${person}/link`, { club_person_id: mia });
    expect(await shown()).toEqual([[photo, 'confirmed']]);
  });

  test('is needed although an editor has linked the person', async () => {
    const { person } = await personAt(FAR);
    await editor.call('POST', `/facerecognition/faces/${person}/link`, { club_person_id: mia });
    await sayFind(app, mia, 'no', { by: mother.id, as: 'guardian' });
    expect(await shown()).toEqual([]);
  });

  test('references that expired or belong to another recogniser find nothing', async () => {
    await personAt(SURE);
    await app.ctx.db.updateTable('reference').set({ recogniser: 'sface' }).execute();
    expect(await shown()).toEqual([]);
    await app.ctx.db
      .updateTable('reference')
      .set({ recogniser: 'mobilefacenet', expires_on: '2020-01-01' })
      .execute();
    expect(await shown()).toEqual([]);
  });
});

test('a picture can be deleted by the family alone', async () => {
  const id = await addReference(app, mia, embeddingAt(0));
  const path = `/my-photos/${mia}/references/${id}`;
  expect((await editor.call('DELETE', path)).body.code).toBe('club_person_not_found');
  expect((await mother.call('DELETE', path)).status).toBe(200);
  expect((await mother.call('DELETE', path)).body.code).toBe('reference_not_found');
});

describe('siblings who are both looked for', () => {
  /** On the same circle as Mia's picture, so near to it that one face may lie between both. */
  const BETWEEN = 0.1;
  let lina: string;
  beforeEach(async () => {
    lina = await createClubPerson(app, club, { name: 'Lina' });
    await makeGuardian(app, lina, mother.id);
    await sayFind(app, lina, 'yes', { by: mother.id, as: 'guardian' });
    await addReference(app, lina, embeddingAt(0, BETWEEN, 100));
  });
  const questionsOf = async (id: string, by = mother) =>
    (await by.call<{ questions: MatchQuestion[] }>('GET', `/my-photos/${id}/questions`)).body.data.questions;
  const say = (id: string, person_id: string, said: 'yes' | 'no') =>
    mother.call('POST', `/my-photos/${id}/answers`, { person_id, answer: said });
  const totals = async () => [(await found(mother, mia)).total, (await found(mother, lina)).total];

  test('each photo goes to the nearer one where that is clear', async () => {
    const [near, far] = [await personAt(0.001), await personAt(BETWEEN - 0.003)];
    expect((await found(mother, mia)).photos).toMatchObject([{ id: near.photo, certainty: 'probable' }]);
    expect((await found(mother, lina)).photos).toMatchObject([{ id: far.photo, certainty: 'probable' }]);
  });

  test('where it is not, nothing is shown, and one question names both; a yes answers it for both', async () => {
    const { person } = await personAt(BETWEEN / 4);
    expect(await totals()).toEqual([0, 0]);
    expect(await questionsOf(mia)).toMatchObject([{ person_id: person, relative_id: lina }]);
    expect(await questionsOf(lina)).toMatchObject([{ person_id: person, relative_id: mia }]);
    expect((await say(lina, person, 'yes')).status).toBe(200);
    expect(await totals()).toEqual([0, 1]);
    expect([await questionsOf(mia), await questionsOf(lina)]).toEqual([[], []]);
  });

  test('a no about one leaves the question about the other alone', async () => {
    const { person } = await personAt(BETWEEN / 4);
    await say(mia, person, 'no');
    expect(await questionsOf(mia)).toEqual([]);
    // Nobody else of the family is as near now: found at once, as if there were one child.
    expect((await found(mother, lina)).photos).toMatchObject([{ certainty: 'probable' }]);
    await say(lina, person, 'no');
    expect(await totals()).toEqual([0, 0]);
  });

  test('a sibling who is not looked for makes a question of what is not surely the other', async () => {
    const near = await personAt(0.02);
    const between = await personAt(0.05);
    const seen = async () => [(await found()).photos.map(({ id }) => id), await questionsOf(mia)];
    // Her picture is gone: nothing says any more that the photo may be hers.
    await app.ctx.db.deleteFrom('reference').where('club_person_id', '=', lina).execute();
    expect(await seen()).toMatchObject([[near.photo], [{ person_id: between.person, relative_id: null }]]);
    await sayFind(app, lina, 'no', { by: mother.id, as: 'guardian' });
    expect(await seen()).toMatchObject([[near.photo], [{ person_id: between.person }]]);
    await app.ctx.db.deleteFrom('guardianship').where('club_person_id', '=', lina).execute();
    expect((await found()).total).toBe(2);
  });

  test('a child whom two clubs know is no sibling of itself', async () => {
    const { person, photo } = await personAt(BETWEEN / 4);
    const names = { first_name: 'Mia', last_name: 'Sommer' };
    const rename = (id: string) =>
      app.ctx.db.updateTable('club_person').set(names).where('id', '=', id).execute();
    await rename(mia);
    expect(await questionsOf(mia)).toMatchObject([{ person_id: person, relative_id: lina }]);
    await rename(lina);
    for (const id of [mia, lina])
      expect((await found(mother, id)).photos).toMatchObject([{ id: photo, certainty: 'probable' }]);
    await app.ctx.db.deleteFrom('reference').where('club_person_id', '=', lina).execute();
    expect((await found()).photos).toMatchObject([{ id: photo, certainty: 'probable' }]);
  });

  test('a child of another family, or one whom nobody agreed to find, changes and names nothing', async () => {
    const { person, photo } = await personAt(BETWEEN / 4);
    await sayFind(app, lina, 'no', { by: mother.id, as: 'guardian' });
    expect((await found()).photos).toMatchObject([{ id: photo, certainty: 'probable' }]);
    await sayFind(app, lina, 'yes', { by: mother.id, as: 'guardian' });
    expect(await questionsOf(mia)).toMatchObject([{ person_id: person, relative_id: lina }]);
    await app.ctx.db.deleteFrom('guardianship').where('club_person_id', '=', lina).execute();
    expect((await found()).photos).toMatchObject([{ id: photo, certainty: 'probable' }]);
    expect(await questionsOf(mia)).toEqual([]);
  });
});
