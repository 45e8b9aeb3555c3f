/** @module-tag long */
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { calendarDateOf } from '#server/clock.ts';
import { AppError } from '#server/contract/app-error.ts';
import { addDays } from '#server/contract/calendar-dates.ts';
import type { ShareLink, SharingCheck } from '#server/contract/schemas/share-links.ts';
import { listErasures, replayErasures } from '#server/features/administration/erasure/replay-erasures.ts';
import { removeEndedReferences } from '#server/features/faces/my-photos/reference-pictures.repository.ts';
import { eraseFaceSearchUnlessAgreed } from '#server/features/people/club-people/erase-face-search.ts';
import { routes as procedureRoutes } from '#server/rest/procedure-route-table.ts';
import {
  type Actor,
  addMember,
  caller,
  createActor,
  createClub,
  testPassword,
} from '#tests/support/actors.ts';
import { addReference, embeddingAt, sayConsent } from '#tests/support/club-people.ts';
import { createPersonOf, createPhotoOf, foundFace, groupByHand, personOf } from '#tests/support/faces.ts';
import {
  answer,
  birthday,
  createClubPerson,
  createFamily,
  createGuardian,
  familyOf,
} from '#tests/support/families.ts';
import { startTestAppBeforeAll } from '#tests/support/test-app.ts';
import { world } from '#tests/support/world.ts';

/** Distances of the test's recogniser: a question up to .078. */
const [NEAR, NEARER, FAR] = [0.06, 0.03, 0.2];

const app = startTestAppBeforeAll();
let club: string;
let admin: Actor;
let creator: Actor;
let mother: Actor & { guardianship: string };
let gallery: string;
let mia: string;

world(async () => {
  const refusing = { outside: 'no', guard: 'yes' } as const;
  ({
    club,
    editor: creator,
    gallery,
    mia,
    mother,
  } = await createFamily(app, refusing, { pictureFor: 'guard' }));
  admin = await createActor(app, [{ role: 'club_admin', club }]);
  return app;
});

/** A group of one photo, so far from Mia's picture; `side`: how groups differ from each other. */
const groupAt = (distance: number, side = 100, axis = 0) =>
  createPersonOf(app, gallery, embeddingAt(axis, distance, side));
const check = async (by = creator, link?: string) =>
  (
    await by.call<SharingCheck>(
      'GET',
      `/galleries/${gallery}/sharing-check${link === undefined ? '' : `?link_id=${link}`}`,
    )
  ).body.data;
/** Whom it is asked about, with the groups that it may be. */
const asked = async (by = creator, link?: string) =>
  (await check(by, link)).likely_refusers.map(({ name, people }) => [
    name,
    ...people.map(({ person }) => person.id),
  ]);
const say = (person: string, what: 'link' | 'decline-link', club_person_id = mia) =>
  creator.call<{ decision_id: string }>('POST', `/facerecognition/faces/${person}/${what}`, {
    club_person_id,
    as_answer: true,
  });
const createLink = async () =>
  (await creator.call<ShareLink>('POST', `/galleries/${gallery}/links`, {})).body.data;
const kept = async (of = mia) =>
  (await app.ctx.db.selectFrom('guard_reference').select('id').where('club_person_id', '=', of).execute())
    .length;
const guardian = { as: 'guardian' } as const;

describe('who may be somebody who refused', () => {
  test('is one question with all groups, nearest first, and among nobody else', async () => {
    const near = await groupAt(NEAR);
    const nearer = await groupAt(NEARER, 101);
    const far = await groupAt(FAR, 102);
    const now = await check();
    expect(now).toMatchObject({
      to_check: 3,
      likely_refusers: [
        {
          club_person_id: mia,
          name: 'Mia Berg',
          people: [
            { person: { id: nearer.person }, photo_count: 1 },
            { person: { id: near.person }, photo_count: 1 },
          ],
        },
      ],
      unlinked: [{ person: { id: far.person } }],
    });
    expect(JSON.stringify(now)).not.toMatch(/distance|embedding/);
    const link = await createLink();
    expect(link.to_check).toBe(3);
    const ofOne = await creator.call<ShareLink>('POST', `/galleries/${gallery}/links`, {
      photo_ids: [near.photo],
    });
    expect(await asked(creator, ofOne.body.data.id)).toEqual([['Mia Berg', near.person]]);
  });

  test('is found by what pictures that differ have in common, each of which is too far', async () => {
    const pictures = [100, 101, 102, 103, 104].map((side) =>
      foundFace('', { embedding: embeddingAt(0, 0.1, side) }),
    );
    await groupAt(0.1, 105);
    const faces = [];
    for (const picture of pictures)
      faces.push((await createPhotoOf(app, gallery, ['one'], [picture])).faces.one!);
    await groupByHand(app, gallery, [faces]);
    expect(await asked()).toEqual([['Mia Berg', await personOf(app, faces[0]!)]]);
  });

  test('"this is Mia" makes the refusal count, and can be undone', async () => {
    const { person, photo } = await groupAt(NEARER);
    await app.ctx.db
      .updateTable('photo_analysis')
      .set({ status: 'completed', pipeline_version: 'test 1' })
      .execute();
    const { token } = await createLink();
    const served = async () =>
      (
        await caller(app.url)<{ photos: { id: string }[] }>('GET', `/galleries/shared/${token}/photos`)
      ).body.data.photos.map(({ id }) => id);
    expect(await served()).toEqual([photo]);
    const { body } = await say(person, 'link');
    expect(await served()).toEqual([]);
    expect(await check()).toMatchObject({ to_check: 0, likely_refusers: [], left_out: 1 });
    await creator.call('POST', `/facerecognition/decisions/${body.data.decision_id}/undo`);
    expect(await asked()).toEqual([['Mia Berg', person]]);
  });

  test('"not Mia" is not asked again, and then it is somebody whom nobody has linked', async () => {
    const { person } = await groupAt(NEARER);
    expect((await say(person, 'decline-link')).status).toBe(200);
    const now = await check();
    expect(now.likely_refusers).toEqual([]);
    expect(now.unlinked.map((row) => row.person.id)).toEqual([person]);
    expect((await say(person, 'link')).body.code).toBe('edit_conflict');
  });

  test('is who the questions of the gallery ask about, by likeness or name, without pictures given for that', async () => {
    await app.ctx.db.deleteFrom('guard_reference').execute();
    const { person } = await groupAt(NEARER);
    const named = await groupAt(FAR, 102);
    const ofAda = await groupAt(NEARER, 103, 1);
    const farther = await groupAt(NEAR, 104);
    const ada = await createClubPerson(app, club, { first_name: 'Ada', last_name: 'Roth' });
    await addReference(app, ada, embeddingAt(1));
    await sayConsent(app, ada, 'find', 'yes');
    expect(await asked()).toEqual([]);
    await creator.call('PUT', `/facerecognition/faces/${named.person}`, { name: 'Mia Berg' });
    // Said before the name was there; no answer to this question.
    await creator.call('POST', `/facerecognition/galleries/${gallery}/checked-people`, {
      person_ids: [person, named.person],
      checked_as: 'nobody_known',
    });
    expect(await asked()).toEqual([['Mia Berg', named.person]]);
    await sayConsent(app, mia, 'find', 'yes', { ...guardian, by: mother.id });
    await addReference(app, mia, embeddingAt(0));
    const { questions } = (
      await creator.call<{ questions: { person_id: string }[] }>(
        'GET',
        `/facerecognition/galleries/${gallery}/link-questions`,
      )
    ).body.data;
    expect(questions.map(({ person_id }) => person_id).sort()).toEqual(
      [person, named.person, ofAda.person].sort(),
    );
    // Ada has not said no to outside: only the questions know her. What is too far for a question there is one here.
    expect(await asked()).toEqual([['Mia Berg', named.person, person, farther.person]]);
    expect((await createLink()).to_check).toBe(4);
    await say(named.person, 'decline-link');
    for (const group of [person, farther.person]) await say(group, 'link');
    expect(await asked()).toEqual([]);
    expect(await check()).toMatchObject({ left_out: 2 });
  });

  test('is also the second of two siblings whom a question names', async () => {
    await app.ctx.db.deleteFrom('guard_reference').execute();
    // Too far to ask about Mia alone, and Tom is hardly nearer.
    const { person } = await groupAt(0.065);
    const tom = await createClubPerson(app, club, { first_name: 'Tom', last_name: 'Berg' });
    await sayConsent(app, tom, 'find', 'yes');
    await addReference(app, tom, embeddingAt(0, 0.00043));
    await sayConsent(app, mia, 'find', 'yes', { ...guardian, by: mother.id });
    await addReference(app, mia, embeddingAt(0));
    const { body } = await creator.call('GET', `/facerecognition/galleries/${gallery}/link-questions`);
    expect(body.data).toMatchObject({
      questions: [{ person_id: person, name: 'Tom Berg', or_else: { name: 'Mia Berg' } }],
    });
    expect(await asked()).toEqual([['Mia Berg', person]]);
  });

  test('photos that are left out are not asked about', async () => {
    const { person } = await groupAt(NEARER);
    await creator.call('POST', `/galleries/${gallery}/kept-inside`, { person_id: person, kept: true });
    expect(await check()).toMatchObject({ to_check: 0, likely_refusers: [], kept_inside: { total: 1 } });
  });

  test('is asked about where it was nobody known, or hidden, too; weak faces are', async () => {
    const known = await groupAt(NEARER);
    const hidden = await groupAt(NEARER, 101);
    const { faces } = await createPhotoOf(
      app,
      gallery,
      ['weak'],
      [foundFace('', { embedding: embeddingAt(0, NEAR, 102), grade: 'weak' })],
    );
    await groupByHand(app, gallery, [[faces.weak!]]);
    const weak = await personOf(app, faces.weak!);
    await creator.call('POST', `/facerecognition/galleries/${gallery}/checked-people`, {
      person_ids: [known.person],
      checked_as: 'nobody_known',
    });
    await creator.call('POST', `/facerecognition/faces/${hidden.person}/hide`, { hidden: true });
    const [[, ...people] = []] = await asked();
    expect(people.sort()).toEqual([known.person, hidden.person, weak].sort());
  });

  test('is asked for the nearest of several, then for the next; ten at once', async () => {
    const ben = await createClubPerson(app, club, { first_name: 'Ben' });
    for (const [purpose, said] of [
      ['outside', 'no'],
      ['guard', 'yes'],
    ] as const)
      await sayConsent(app, ben, purpose, said);
    await addReference(app, ben, embeddingAt(0, 0.02, 101), { purpose: 'guard' });
    const { person } = await groupAt(NEARER);
    expect(await asked()).toEqual([['Mia Berg', person]]);
    await say(person, 'decline-link');
    expect(await asked()).toEqual([['Ben', person]]);
    for (let axis = 1; axis <= 10; axis += 1) {
      const other = await createClubPerson(app, club, { first_name: `N${axis}` });
      await sayConsent(app, other, 'outside', 'no');
      await sayConsent(app, other, 'guard', 'yes');
      await addReference(app, other, embeddingAt(axis), { purpose: 'guard' });
      await groupAt(axis / 1_000, 100, axis);
    }
    const names = (await asked()).map(([name]) => name);
    expect(names).toEqual(['N1', 'N2', 'N3', 'N4', 'N5', 'N6', 'N7', 'N8', 'N9', 'N10']);
    expect((await check()).to_check).toBe(11);
  });

  test('is not asked of those who do not read the names of the club', async () => {
    const { person } = await groupAt(NEARER);
    const other = await createClub(app, 'TV Guests');
    await app.ctx.db.insertInto('gallery_club').values({ gallery_id: gallery, club_id: other }).execute();
    const foreign = await createActor(app, [{ role: 'club_admin', club: other }]);
    await app.ctx.db
      .updateTable('gallery')
      .set({ created_by: foreign.id })
      .where('id', '=', gallery)
      .execute();
    const now = await check(foreign);
    expect(now.likely_refusers).toEqual([]);
    expect(now.unlinked.map((row) => row.person.id)).toEqual([person]);
    expect(JSON.stringify(now)).not.toMatch(/\bMia\b/);
  });
});

describe('nobody is looked for', () => {
  const yesterday = () => addDays(calendarDateOf(new Date()), -1);
  test.each<[string, () => Promise<unknown>]>([
    [
      'whose family withdrew it',
      () => sayConsent(app, mia, 'guard', 'withdrawn', { ...guardian, by: mother.id }),
    ],
    [
      'where one guardian says no',
      async () => {
        const father = await createGuardian(app, club, mia);
        await sayConsent(app, mia, 'guard', 'no', { ...guardian, by: father.id });
      },
    ],
    [
      'from 14 without an own yes',
      async () => {
        const own = await createActor(app);
        await addMember(app, club, own.id);
        await app.ctx.db
          .updateTable('club_person')
          .set({ born_on: birthday(14), user_id: own.id })
          .where('id', '=', mia)
          .execute();
      },
    ],
    [
      'whose guardian has left',
      () =>
        app.ctx.db
          .updateTable('guardianship')
          .set({ state: 'ended' })
          .where('id', '=', mother.guardianship)
          .execute(),
    ],
    [
      'by a paper that has expired',
      async () => {
        await app.ctx.db.deleteFrom('consent').where('purpose', '=', 'guard').execute();
        await sayConsent(app, mia, 'guard', 'yes', { until: yesterday() });
      },
    ],
    [
      'who may be shown outside',
      () => sayConsent(app, mia, 'outside', 'yes', { ...guardian, by: mother.id }),
    ],
    [
      'by a picture that has expired',
      () => app.ctx.db.updateTable('guard_reference').set({ expires_on: yesterday() }).execute(),
    ],
    [
      'by a picture of another recogniser',
      () => app.ctx.db.updateTable('guard_reference').set({ recogniser: 'sface' }).execute(),
    ],
    [
      'by a picture to be found by, where the family agreed to a text without questions to editors',
      async () => {
        await sayConsent(app, mia, 'find', 'yes', { ...guardian, by: mother.id, text: 'release 1' });
        await app.ctx.db.deleteFrom('guard_reference').execute();
        await addReference(app, mia, embeddingAt(0));
      },
    ],
    [
      'of a club that is not of the gallery',
      async () => {
        const other = await createClub(app, 'TV Other');
        await app.ctx.db.updateTable('club_person').set({ club_id: other }).where('id', '=', mia).execute();
        await addMember(app, other, mother.id);
      },
    ],
  ])('%s', async (_, change) => {
    await groupAt(NEARER);
    expect(await asked()).toHaveLength(1);
    await change();
    expect(await asked(await createActor(app, ['admin']))).toEqual([]);
  });
});

describe('the question', () => {
  const purposes = async () => (await familyOf(mother)).people[0]!.consents.map(({ purpose }) => purpose);
  const sayGuard = (text_version: string) =>
    mother.call('POST', `/family/people/${mia}/consents`, {
      ...{ purpose: 'guard', answer: 'yes', language: 'en', text_version },
    });

  test('is put where the answer to outside is no, and is owed by nobody', async () => {
    expect(await purposes()).toEqual(['find', 'name', 'outside', 'guard']);
    await answer(mother, mia, 'outside', 'yes');
    expect(await purposes()).toEqual(['find', 'name', 'outside']);
    const refused = await sayGuard('release 1');
    expect([refused.status, refused.body.code]).toEqual([409, 'guard_not_offered']);
    const paper = await admin.call('POST', `/clubs/${club}/people/${mia}/paper-consents`, {
      ...{ answers: [{ purpose: 'guard', answer: 'yes' }], language: 'en' },
    });
    expect(paper.body.code).toBe('guard_not_offered');
    await answer(mother, mia, 'outside', 'no');
    await answer(mother, mia, 'guard', 'no');
    await app.ctx.db.deleteFrom('consent').where('purpose', '=', 'guard').execute();
    for (const purpose of ['find', 'name']) await answer(mother, mia, purpose, 'yes');
    const { body } = await admin.call<{ reminded: number }>('POST', `/clubs/${club}/consent-reminders`);
    expect(body.data).toEqual({ reminded: 0 });
    const missing = await admin.call<{ total: number }>('GET', `/clubs/${club}/people?consent=unknown`);
    expect(missing.body.data.total).toBe(0);
  });

  test('refuses an answer to another text', async () => {
    expect((await sayGuard('release 0')).body.code).toBe('consent_text_changed');
  });

  test('is answered on paper, too', async () => {
    await app.ctx.db.deleteFrom('consent').where('purpose', '=', 'guard').execute();
    await groupAt(NEARER);
    expect(await asked()).toEqual([]);
    const paper = await admin.call('POST', `/clubs/${club}/people/${mia}/paper-consents`, {
      ...{ answers: [{ purpose: 'guard', answer: 'yes' }], language: 'de' },
    });
    expect(paper.status).toBe(201);
    expect(await asked()).toHaveLength(1);
  });

  test('is not put about a claim that waits', async () => {
    const claimant = await createActor(app);
    await addMember(app, club, claimant.id);
    const { body } = await claimant.call<{ id: string }>('POST', `/clubs/${club}/guardian-claims`, {
      ...{ relation: 'child', name: 'Lina Berg', born_on: birthday(8) },
    });
    const [claim] = (await familyOf(claimant)).claims;
    expect(claim!.questions.map(({ purpose }) => purpose)).toEqual(['find', 'name', 'outside']);
    const said = await claimant.call('POST', `/family/claims/${body.data.id}/answers`, {
      ...{ purpose: 'guard', answer: 'yes', language: 'en', text_version: 'release 1' },
    });
    expect(said.status).toBe(422);
  });
});

describe('pictures', () => {
  const path = () => `/my-photos/${mia}/guard-pictures`;

  test('are listed to the family and deleted by it alone', async () => {
    const list = await mother.call<{ references: { id: string; in_force: boolean }[] }>('GET', path());
    expect(list.body.data.references).toMatchObject([{ in_force: true }]);
    const one = `${path()}/${list.body.data.references[0]!.id}`;
    for (const stranger of [creator, admin]) {
      expect((await stranger.call('GET', path())).body.code).toBe('club_person_not_found');
      expect((await stranger.call('DELETE', one)).body.code).toBe('club_person_not_found');
    }
    // Nor as a picture to be found by.
    const wrong = one.replace('guard-pictures', 'references');
    expect((await mother.call('DELETE', wrong)).body.code).toBe('reference_not_found');
    expect((await mother.call('DELETE', one)).status).toBe(200);
    expect(await kept()).toBe(0);
    expect(await app.ctx.db.selectFrom('erasure').select(['kind', 'counts']).execute()).toEqual([
      { kind: 'guard_reference', counts: { references: 1 } },
    ]);
  });

  test.each<[string, () => Promise<unknown>]>([
    ['a withdrawal', () => answer(mother, mia, 'guard', 'no')],
    ['a yes to outside', () => answer(mother, mia, 'outside', 'yes')],
    [
      'the end of the guardianship',
      () => mother.call('DELETE', `/family/guardianships/${mother.guardianship}`),
    ],
    ['the end of the membership', () => mother.call('POST', `/clubs/${club}/leave`)],
    [
      'the end of the account',
      async () => {
        await createActor(app, ['admin']); // without one no account ends
        await mother.call('POST', '/users/profile/delete', { password: testPassword });
      },
    ],
  ])('are erased in the transaction of %s, which is noted', async (_, end) => {
    await end();
    expect(await kept()).toBe(0);
    expect(await app.ctx.db.selectFrom('erasure').select(['kind', 'subject_id']).execute()).toEqual([
      { kind: 'guard', subject_id: mia },
    ]);
  });

  test('are erased with the person, and with the club', async () => {
    const ben = await createClubPerson(app, club, { first_name: 'Ben' });
    await addReference(app, ben, embeddingAt(1), { purpose: 'guard' });
    await addReference(app, mia, embeddingAt(2));
    const erased = await admin.call<{ counts: object }>('DELETE', `/clubs/${club}/people/${mia}`);
    expect(erased.body.data.counts).toMatchObject({ references: 2 });
    expect(await kept()).toBe(0);
    const root = await createActor(app, ['admin']);
    expect((await root.call('DELETE', `/clubs/${club}`)).status).toBe(200);
    expect(await kept(ben)).toBe(0);
  });

  test('go with what ends by a date alone', async () => {
    await removeEndedReferences(app.ctx.db, app.ctx.clock.today());
    expect(await kept()).toBe(1);
    await app.ctx.db.updateTable('guard_reference').set({ expires_on: '2020-01-01' }).execute();
    await removeEndedReferences(app.ctx.db, app.ctx.clock.today());
    expect(await kept()).toBe(0);
    await addReference(app, mia, embeddingAt(0), { purpose: 'guard' });
    await app.ctx.db
      .updateTable('consent')
      .set({ valid_until: '2020-01-01' })
      .where('purpose', '=', 'outside')
      .execute();
    await removeEndedReferences(app.ctx.db, app.ctx.clock.today());
    expect(await kept()).toBe(0);
  });

  test('that a restored backup brings back are erased again; those that were sent since stay', async () => {
    const [single] = await app.ctx.db.selectFrom('guard_reference').selectAll().execute();
    await mother.call('DELETE', `${path()}/${single!.id}`);
    const old = await addReference(app, mia, embeddingAt(1), { purpose: 'guard' });
    await app.ctx.db
      .updateTable('guard_reference')
      .set({ created_at: new Date(0) })
      .execute();
    const before = await app.ctx.db.selectFrom('guard_reference').selectAll().execute();
    await sayConsent(app, mia, 'guard', 'no', { ...guardian, by: mother.id });
    await app.ctx.db
      .transaction()
      .execute((trx) => eraseFaceSearchUnlessAgreed(trx, [mia], app.ctx.clock.today()));
    const erasures = await app.ctx.db.transaction().execute(listErasures);
    expect(await kept()).toBe(0);
    await app.ctx.db
      .insertInto('guard_reference')
      .values([single!, ...before])
      .execute();
    await app.ctx.db.deleteFrom('erasure').execute();
    const later = await addReference(app, mia, embeddingAt(2), { purpose: 'guard' });
    await app.ctx.db.transaction().execute((trx) => replayErasures(trx, erasures));
    expect(await app.ctx.db.selectFrom('guard_reference').select('id').execute()).toEqual([{ id: later }]);
    expect(before.map(({ id }) => id)).toEqual([old]);
  });

  test('find nothing on My photos, and no editor is asked by them', async () => {
    await sayConsent(app, mia, 'find', 'yes', { ...guardian, by: mother.id });
    await groupAt(NEARER);
    const found = await mother.call('GET', `/my-photos/${mia}/photos`);
    expect(found.body.data).toMatchObject({ total: 0, questions: 0 });
    const family = await mother.call<{ members: { references: unknown[] }[] }>('GET', '/my-photos');
    expect(family.body.data.members.map(({ references }) => references)).toEqual([[]]);
    const questions = await creator.call('GET', `/facerecognition/galleries/${gallery}/link-questions`);
    expect(questions.body.data).toEqual({ questions: [], more: false });
  });

  test('wait for the models, as long as somebody gave one: sharing does not where nobody did', async () => {
    const { engine } = app.ctx;
    const create = () => creator.call('POST', `/galleries/${gallery}/links`, {});
    app.ctx.engine = new Proxy(engine, {
      get: () => {
        throw new AppError('dependency_away');
      },
    });
    try {
      expect(await create()).toMatchObject({ status: 503 });
      const links = app.ctx.db.selectFrom('share_link').select('id').where('gallery_id', '=', gallery);
      expect(await links.execute()).toEqual([]);
      await app.ctx.db.deleteFrom('guard_reference').execute();
      expect(await create()).toMatchObject({ status: 201 });
      expect(await check()).toMatchObject({ to_check: 0, refused: [], likely_refusers: [] });
    } finally {
      app.ctx.engine = engine;
    }
  });

  test('are read by no other call than the check, share links with their number of questions, and the family', async () => {
    await sayConsent(app, mia, 'find', 'yes', { ...guardian, by: mother.id });
    await addReference(app, mia, embeddingAt(0));
    const { person, photo } = await groupAt(NEARER);
    await createLink();
    const root = await createActor(app, ['admin']);
    /** Each address with ids of what it is about. */
    const paths = procedureRoutes
      .filter(({ method }) => method === 'get')
      .map(
        ({ path }) =>
          [
            path,
            path
              .replace(/(?<=^\/(my-photos|family\/people)\/)\{id\}/, mia)
              .replace(/(?<=^\/clubs\/)\{(id|club_id)\}/, club)
              .replace(/(?<=galler(y|ies)\/)\{(id|gallery_id)\}/, gallery)
              .replace(/(?<=^\/photos\/)\{(id|photo_id)\}/, photo)
              .replace(/(?<=^\/facerecognition\/faces\/)\{(id|person_id)\}/, person)
              .replace('{club_person_id}', mia),
          ] as const,
      )
      .filter(([, path]) => !path.includes('{'));
    expect(paths.length).toBeGreaterThan(40);
    const answered = async () => {
      const statuses: Record<string, number[]> = {};
      for (const [name, path] of paths)
        for (const by of [mother, creator, root]) {
          const { status } = await by.call('GET', path);
          statuses[name] = [...(statuses[name] ?? []), status];
        }
      return statuses;
    };
    const before = await answered();
    await sql`alter table guard_reference rename to away`.execute(app.ctx.db);
    try {
      const without = await answered();
      const changed = Object.keys(before).filter((path) => `${before[path]}` !== `${without[path]}`);
      expect(changed.sort()).toEqual([
        '/galleries/{id}/links',
        '/galleries/{id}/sharing-check',
        '/my-photos/{id}/guard-pictures',
      ]);
    } finally {
      await sql`alter table away rename to guard_reference`.execute(app.ctx.db);
    }
  });
});
