/** @module-tag long */
import fc from 'fast-check';
import { beforeEach, describe, expect, test } from 'vitest';
import type { FamilyShareLinks } from '#server/contract/schemas/family-share-links.ts';
import type { FamilyMember, FoundPhoto } from '#server/contract/schemas/my-photos.ts';
import { removeEndedFamilyShareLinks } from '#server/features/sharing/share-links/family-share-links.repository.ts';
import { newId } from '#server/ids.ts';
import {
  type Actor,
  addMember,
  caller,
  createActor,
  createClub,
  createEvent,
  createGallery,
} from '#tests/support/actors.ts';
import { createClubPerson, makeGuardian, sayConsent, sayFind } from '#tests/support/club-people.ts';
import { createPhotoOf, groupByHand, personOf } from '#tests/support/faces.ts';
import { startTestAppBeforeAll } from '#tests/support/test-app.ts';
import { runs } from '#tests/support/thoroughness.ts';

const app = startTestAppBeforeAll();
let club: string;
let mother: Actor;
let admin: Actor;
let mia: string;

beforeEach(async () => {
  await app.ctx.db.deleteFrom('stored_gallery').execute();
  club = await createClub(app);
  mother = await createActor(app, [], 'mother');
  admin = await createActor(app, [{ role: 'club_admin', club }], 'admin');
  await addMember(app, club, mother.id);
  mia = await createClubPerson(app, club, { name: 'Mia' });
  await app.ctx.db.updateTable('club_person').set({ last_name: 'Berg' }).where('id', '=', mia).execute();
  await makeGuardian(app, mia, mother.id);
  await sayFind(app, mia, 'yes');
  await allow(club);
});

const allow = (id: string, allows_family_links = true) =>
  app.ctx.db.updateTable('club').set({ allows_family_links }).where('id', '=', id).execute();
const link = (person_id: string, club_person_id: string, club_id = club) =>
  app.ctx.db.insertInto('club_person_link').values({ person_id, club_person_id, club_id }).execute();

/** A photo of people of the club, each a person of the gallery who is linked. Answers the photo and the persons. */
async function photoOf(gallery: string, ...clubPeople: string[]) {
  const names = clubPeople.map((_, i) => `${i}`);
  const { photo, faces } = await createPhotoOf(app, gallery, names);
  await groupByHand(
    app,
    gallery,
    names.map((name) => [faces[name]!]),
  );
  const persons = await Promise.all(names.map((name) => personOf(app, faces[name]!)));
  for (const [i, person] of persons.entries()) await link(person, clubPeople[i]!);
  return { photo, persons };
}

async function galleryOf(clubs: string[], visibility: 'private' | 'club_restricted' | 'public' = 'public') {
  return createGallery(app, { event: await createEvent(app, clubs), visibility });
}

const create = (by = mother, fields = {}) =>
  by.call<FamilyShareLinks>('POST', `/my-photos/${mia}/links`, fields);
const tokenOf = (answer: { body: { data: FamilyShareLinks } }) =>
  answer.body.data.links[0]!.url!.split('/').at(-1)!;
const visit = <T>(token: string, path = '') => caller(app.url)<T>('GET', `/galleries/shared/${token}${path}`);
const shown = async (token: string) =>
  (await visit<{ photos: { id: string }[] }>(token, '/photos')).body.data.photos.map(({ id }) => id).sort();

describe('a link to one child', () => {
  test('shows the photos that humans said are of the child, in all galleries, with where they are from', async () => {
    const other = await createClubPerson(app, club, { name: 'Ben' });
    const gallery = await galleryOf([club]);
    const { photo } = await photoOf(gallery, mia, other);
    await photoOf(gallery, other);
    const elsewhere = await photoOf(await galleryOf([club], 'club_restricted'), mia);
    const token = tokenOf(await create());
    expect(await shown(token)).toEqual([photo, elsewhere.photo].sort());
    const opened = await visit(token);
    expect(opened.body.data).toMatchObject({ name: 'Mia', scope: 'club_person', photo_count: 2 });
    const listed = await visit<{ photos: object[] }>(token, '/photos');
    expect(listed.body.data.photos[0]).toMatchObject({ source: { gallery_name: 'Match photos' } });
    expect(JSON.stringify([opened.body, listed.body])).not.toMatch(/\b(Berg|Ben)\b|person_id|club_id/);
    expect((await visit<{ people: [] }>(token, '/people')).body.data.people).toEqual([]);
  });

  test('is made by the family alone, where the club allows it and the answer allows it', async () => {
    const stranger = await createActor(app);
    await addMember(app, club, stranger.id);
    for (const who of [stranger, admin]) expect((await create(who)).body.code).toBe('club_person_not_found');
    await allow(club, false);
    expect((await create()).body.code).toBe('family_links_not_allowed');
    await allow(club);
    await sayConsent(app, mia, 'outside', 'no');
    expect((await create()).body.code).toBe('family_link_refused');
  });

  test('is not made where it would show nothing, and each photo that it leaves out has a reason', async () => {
    const counts = async () => {
      const { photo_count, kept_inside, taken_down, not_allowed, not_allowed_by, hidden } = (
        await mother.call<FamilyShareLinks>('GET', `/my-photos/${mia}/links`)
      ).body.data;
      return { photo_count, kept_inside, taken_down, not_allowed, not_allowed_by, hidden };
    };
    const counted = { photo_count: 0, kept_inside: 0, taken_down: 0, not_allowed: 0, hidden: 0 };
    const none = { ...counted, not_allowed_by: [] };
    expect(await counts()).toEqual(none);
    expect((await create()).body.code).toBe('family_link_empty');
    // A gallery that the mother may not see says nothing.
    await photoOf(await galleryOf([await createClub(app)], 'private'), mia);
    expect(await counts()).toEqual(none);

    const strict = await createClub(app, 'TSV Waldau');
    await photoOf(await galleryOf([club, strict]), mia);
    await photoOf(await galleryOf([]), mia);
    const { persons } = await photoOf(await galleryOf([club]), mia);
    await app.ctx.db.updateTable('person').set({ is_hidden: true }).where('id', '=', persons[0]!).execute();
    const taken = await photoOf(await galleryOf([club]), mia);
    await mother.call('POST', `/photos/${taken.photo}/takedown`, {});
    const ben = await createClubPerson(app, club, { name: 'Ben' });
    await sayConsent(app, ben, 'outside', 'no');
    await photoOf(await galleryOf([club]), mia, ben);
    expect(await counts()).toEqual({
      photo_count: 0,
      kept_inside: 1,
      taken_down: 1,
      not_allowed: 2,
      not_allowed_by: ['TSV Waldau', null],
      hidden: 1,
    });
    expect((await create()).body.code).toBe('family_link_empty');
    await photoOf(await galleryOf([club]), mia);
    expect((await counts()).photo_count).toBe(1);
    expect((await create()).status).toBe(201);
  });

  test('leaves out what an editor left out by hand, and says so', async () => {
    const { photo } = await photoOf(await galleryOf([club]), mia);
    const elsewhere = await photoOf(await galleryOf([club]), mia);
    const token = tokenOf(await create());
    await app.ctx.db.updateTable('photo').set({ is_kept_inside: true }).where('id', '=', photo).execute();
    expect(await shown(token)).toEqual([elsewhere.photo]);
    const { body } = await mother.call<FamilyShareLinks>('GET', `/my-photos/${mia}/links`);
    expect(body.data).toMatchObject({ photo_count: 1, kept_inside: 1 });
  });

  test('ends after at most 30 days, and may have a password', async () => {
    app.clock.set(new Date('2026-11-22T12:00:00Z'));
    await photoOf(await galleryOf([club]), mia);
    expect((await create(mother, { days: 31 })).status).toBe(422);
    const made = await create(mother, { days: 7, password: 'for grandma' });
    expect(made.body.data.links[0]).toMatchObject({
      has_password: true,
      expires_at: '2026-11-29T12:00:00.000Z',
    });
    expect((await create()).body.data.links[0]?.expires_at).toBe('2026-12-22T12:00:00.000Z');
    const token = tokenOf(made);
    expect((await visit(token)).body.code).toBe('link_password_required');
    app.clock.set(new Date('2026-11-30T12:00:00Z'));
    expect((await visit(token)).body.code).toBe('link_expired');
    app.clock.set(new Date('2026-12-30T12:00:00Z'));
    await removeEndedFamilyShareLinks(app.ctx.db, app.ctx.clock.now());
    expect((await visit(token)).body.code).toBe('link_not_found');
    app.clock.set(null);
  });

  test('is refused with a field that is not known, because it would otherwise have no password', async () => {
    const path = `/my-photos/${mia}/links`;
    const before = (await mother.call('GET', path)).body.data;
    const { status, body } = await create(mother, { passwort: 'open sesame' });
    expect([status, body.detail]).toEqual([422, [{ field: 'passwort', msg: 'Unknown field' }]]);
    expect((await mother.call('GET', path)).body.data).toEqual(before);
  });

  test('is seen and ended by everybody of the family; its address stays with its creator', async () => {
    await photoOf(await galleryOf([club]), mia);
    const father = await createActor(app);
    await addMember(app, club, father.id);
    await makeGuardian(app, mia, father.id);
    const made = await create();
    const path = `/my-photos/${mia}/links`;
    const { links } = (await father.call<FamilyShareLinks>('GET', path)).body.data;
    expect(links).toMatchObject([{ url: null }]);
    expect((await father.call('DELETE', `${path}/${links[0]!.id}`)).status).toBe(200);
    expect((await visit(tokenOf(made))).body.code).toBe('link_not_found');
    expect((await father.call('DELETE', `${path}/${links[0]!.id}`)).body.code).toBe('link_not_found');
  });

  test('is counted by the club while it opens, not after who made it left the club', async () => {
    await photoOf(await galleryOf([club]), mia);
    const path = `/clubs/${club}/family-links`;
    const token = tokenOf(await create());
    expect((await visit(token)).status).toBe(200);
    expect((await admin.call('GET', path)).body.data).toEqual({ allowed: true, links: 1 });
    await sayFind(app, mia, 'no');
    expect((await visit(token)).body.code).toBe('link_not_found');
    expect((await admin.call('GET', path)).body.data).toEqual({ allowed: true, links: 0 });
    await sayFind(app, mia, 'yes');
    expect((await admin.call('GET', path)).body.data).toEqual({ allowed: true, links: 1 });
    await mother.call('POST', `/clubs/${club}/leave`);
    expect((await visit(token)).body.code).toBe('link_not_found');
    expect((await admin.call('GET', path)).body.data).toEqual({ allowed: true, links: 0 });
  });

  test('is counted and ended by the club, and leaves no name of a child in the activity log', async () => {
    await photoOf(await galleryOf([club]), mia);
    const path = `/clubs/${club}/family-links`;
    const token = tokenOf(await create());
    expect((await mother.call('GET', path)).body.code).toBe('club_forbidden');
    expect((await admin.call('GET', path)).body.data).toEqual({ allowed: true, links: 1 });
    expect((await admin.call('DELETE', path)).body.data).toEqual({ allowed: true, links: 0 });
    expect((await visit(token)).body.code).toBe('link_not_found');
    const again = tokenOf(await create());
    expect((await admin.call('PUT', path, { allowed: false })).body.data).toEqual({
      allowed: false,
      links: 0,
    });
    expect((await admin.call('PUT', path, { allowed: true })).body.data).toEqual({ allowed: true, links: 0 });
    expect((await visit(again)).body.code).toBe('link_not_found');
    const log = await app.ctx.db
      .selectFrom('audit_entry')
      .selectAll()
      .where('target_id', '=', club)
      .execute();
    expect(log.map((entry) => entry.action)).toEqual(
      expect.arrayContaining(['familyLink.create', 'familyLinks.endAll', 'familyLinks.disallow']),
    );
    expect(JSON.stringify(log)).not.toMatch(/\b(Mia|Berg)\b/);
  });

  test('lets a visitor ask to take a photo down, and shows it no more', async () => {
    const { photo } = await photoOf(await galleryOf([club]), mia);
    const strange = await photoOf(
      await galleryOf([club]),
      await createClubPerson(app, club, { name: 'Ben' }),
    );
    const token = tokenOf(await create());
    const ask = (id: string) =>
      caller(app.url)('POST', `/galleries/shared/${token}/photos/${id}/takedown`, {});
    expect((await ask(strange.photo)).body.code).toBe('photo_not_found');
    expect((await ask(photo)).status).toBe(201);
    expect(await shown(token)).toEqual([]);
  });

  test('ends with the child’s erasure and with its creator’s account', async () => {
    await photoOf(await galleryOf([club]), mia);
    const token = tokenOf(await create());
    const father = await createActor(app);
    await addMember(app, club, father.id);
    await makeGuardian(app, mia, father.id);
    const fathers = tokenOf(await create(father));
    await app.ctx.db.deleteFrom('app_user').where('id', '=', father.id).execute();
    expect((await visit(fathers)).body.code).toBe('link_not_found');
    // Two were made; the one whose creator is gone is counted nowhere.
    expect(
      (await mother.call<FamilyShareLinks>('GET', `/my-photos/${mia}/links`)).body.data.links,
    ).toHaveLength(1);
    const settings = await admin.call<{ links: number }>('GET', `/clubs/${club}/family-links`);
    expect(settings.body.data.links).toBe(1);
    expect((await visit(token)).status).toBe(200);
    expect((await admin.call('DELETE', `/clubs/${club}/people/${mia}`)).status).toBe(200);
    expect((await visit(token)).body.code).toBe('link_not_found');
    expect(
      await app.ctx.db.selectFrom('share_link').selectAll().where('token', '=', token).execute(),
    ).toEqual([]);
  });
});

describe('in whatever state', () => {
  /** 500 take a minute or two. */
  const STATES = Number(process.env.FAMILY_LINK_STATES ?? runs(4, 50));
  const yesOrNo = fc.constantFrom('yes', 'no', null);
  const place = fc.nat({ max: 5 });
  const state = fc.record({
    guardian: fc.constantFrom('confirmed', 'confirmed', 'confirmed', 'asked', 'ended'),
    memberHere: fc.constantFrom(true, true, true, false),
    memberThere: fc.boolean(),
    active: fc.constantFrom(true, true, true, false),
    added: fc.boolean(),
    allowsHere: fc.constantFrom(true, true, true, false),
    allowsThere: fc.boolean(),
    find: fc.constantFrom('yes', 'yes', 'yes', 'no', null),
    outside: yesOrNo,
    outsideOfOther: yesOrNo,
    hidden: place,
    answered: place,
    answer: yesOrNo,
    takenDown: place,
  });

  test('shows exactly what the rules permit, and nothing that is not on the page of the family', async () => {
    const { db } = app.ctx;
    const other = await createClub(app);
    const ben = await createClubPerson(app, club, { name: 'Ben' });
    const galleries = [
      { clubs: [club], visibility: 'public' },
      { clubs: [club], visibility: 'club_restricted' },
      { clubs: [club], visibility: 'private' },
      { clubs: [club, other], visibility: 'club_restricted' },
      { clubs: [other], visibility: 'public' },
      { clubs: [], visibility: 'public' },
    ] as const;
    type Place = Awaited<ReturnType<typeof photoOf>>;
    const places: {
      clubs: readonly string[];
      visibility: string;
      gallery: string;
      alone: Place;
      withBen: Place;
    }[] = [];
    for (const { clubs, visibility } of galleries) {
      const gallery = await galleryOf([...clubs], visibility);
      const [alone, withBen] = [await photoOf(gallery, mia), await photoOf(gallery, mia, ben)];
      await photoOf(gallery, ben);
      places.push({ clubs, visibility, gallery, alone, withBen });
    }
    const token = tokenOf(await create());
    const shownOnPage = async () =>
      (
        await mother.call<{ photos: FoundPhoto[] }>('GET', `/my-photos/${mia}/photos`)
      ).body.data.photos.flatMap(({ id, certainty }) => (certainty === 'confirmed' ? [id] : []));

    await fc.assert(
      fc.asyncProperty(state, async (is) => {
        await db.deleteFrom('consent').execute();
        await db.deleteFrom('club_membership').where('user_id', '=', mother.id).execute();
        await db.deleteFrom('gallery_user').execute();
        await db.deleteFrom('link_question').execute();
        await db.deleteFrom('takedown').execute();
        await db.updateTable('person').set({ is_hidden: false }).execute();
        await db
          .updateTable('guardianship')
          .set({ state: is.guardian as 'asked' })
          .execute();
        await db.updateTable('app_user').set({ is_active: is.active }).where('id', '=', mother.id).execute();
        await allow(club, is.allowsHere);
        await allow(other, is.allowsThere);
        if (is.memberHere) await addMember(app, club, mother.id);
        if (is.memberThere) await addMember(app, other, mother.id);
        if (is.find) await sayFind(app, mia, is.find as 'yes');
        if (is.outside) await sayConsent(app, mia, 'outside', is.outside as 'yes');
        if (is.outsideOfOther) await sayConsent(app, ben, 'outside', is.outsideOfOther as 'yes');
        const hidden = places[is.hidden]!.alone;
        await db
          .updateTable('person')
          .set({ is_hidden: true })
          .where('id', '=', hidden.persons[0]!)
          .execute();
        const answered = places[is.answered]!.withBen;
        if (is.answer) {
          const said = { answer: is.answer as 'yes', answered_by: null, answered_at: new Date() };
          // Of Ben with a yes: what the family says is Mia is shown as Mia.
          const person_id = answered.persons[is.answer === 'yes' ? 1 : 0]!;
          await db
            .insertInto('link_question')
            .values({ person_id, club_person_id: mia, ...said })
            .execute();
        }
        const down = places[is.takenDown]!;
        await db
          .insertInto('takedown')
          .values({ id: newId(), gallery_id: down.gallery, photo_id: down.alone.photo, asked_at: new Date() })
          .execute();
        if (is.added)
          await db
            .insertInto('gallery_user')
            .values({ gallery_id: places[2]!.gallery, user_id: mother.id })
            .execute();

        const inForce =
          is.guardian === 'confirmed' && is.memberHere && is.active && is.find === 'yes' && is.allowsHere;
        const isMember = (id: string) => (id === club ? is.memberHere : is.memberThere);
        const allows = (id: string) => (id === club ? is.allowsHere : is.allowsThere);
        const expected = places.flatMap(({ clubs, visibility, alone, withBen }, i) => {
          const reads =
            visibility === 'public' || (visibility === 'private' ? is.added : clubs.some(isMember));
          if (!reads || clubs.length === 0 || !clubs.every(allows) || is.outside === 'no') return [];
          const bothShown = is.outsideOfOther !== 'no' && !(is.answer === 'no' && is.answered === i);
          return [
            ...(is.hidden === i || is.takenDown === i ? [] : [alone.photo]),
            ...(bothShown ? [withBen.photo] : []),
          ];
        });
        if (!inForce) expect((await visit(token)).body.code).toBe('link_not_found');
        else {
          expect(await shown(token)).toEqual(expected.sort());
          expect((await visit<{ photo_count: number }>(token)).body.data.photo_count).toBe(expected.length);
          expect(await shownOnPage()).toEqual(expect.arrayContaining(expected));
        }
      }),
      { numRuns: STATES, seed: 20_261_122 },
    );
    await db.updateTable('app_user').set({ is_active: true }).execute();
  });
});

test('say whether the no to photos outside is the viewer’s own, which only they can take back', async () => {
  const father = await createActor(app, [], 'father');
  await addMember(app, club, father.id);
  await makeGuardian(app, mia, father.id);
  await sayConsent(app, mia, 'outside', 'yes', { by: mother.id, as: 'guardian' });
  await sayConsent(app, mia, 'outside', 'no', { by: father.id, as: 'guardian' });
  const answersOf = async (by: Actor) =>
    (await by.call<{ members: FamilyMember[] }>('GET', '/my-photos')).body.data.members[0];
  expect(await answersOf(mother)).toMatchObject({ outside: 'no', own_outside: 'yes', guard: 'unknown' });
  expect(await answersOf(father)).toMatchObject({ outside: 'no', own_outside: 'no' });
});
