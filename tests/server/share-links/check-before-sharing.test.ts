/** @module-tag long */
import { beforeEach, describe, expect, test } from 'vitest';
import type { ShareLink, SharingCheck } from '#server/contract/schemas/share-links.ts';
import {
  type Actor,
  addMember,
  caller,
  createActor,
  createClub,
  createEvent,
  createGallery,
} from '#tests/support/actors.ts';
import { createClubPerson, sayConsent } from '#tests/support/club-people.ts';
import { createPhotoOf, groupByHand, personOf } from '#tests/support/faces.ts';
import { startTestAppBeforeAll } from '#tests/support/test-app.ts';
import { world } from '#tests/support/world.ts';

/**
 * Eight photos of a gallery of two clubs: Mia of the first refused, Ben has not answered, Ada agreed; Gil of the other club
 * refused, Lea of it has not answered. Zoe is in three photos, Kim in one; nobody has said who they are.
 */
const app = startTestAppBeforeAll();
const names = ['mia', 'ben', 'ada', 'gil', 'lea', 'zoe', 'kim'] as const;
type Name = (typeof names)[number];
const inPhotos: Name[][] = [
  ['mia', 'zoe'],
  ['mia'],
  ['ben'],
  ['ben', 'zoe'],
  ['ada', 'zoe'],
  ['gil'],
  ['lea'],
  ['kim', 'ada'],
];
let home: string;
let guests: string;
let creator: Actor;
let gallery: string;
let photos: string[];
let persons: Record<Name, string>;

world(async () => {
  home = await createClub(app, 'FC Home');
  guests = await createClub(app, 'TV Guests');
  creator = await createActor(app, [{ role: 'photographer', club: home }]);
  gallery = await createGallery(app, {
    event: await createEvent(app, [home, guests]),
    createdBy: creator.id,
  });
  const made: Awaited<ReturnType<typeof createPhotoOf>>[] = [];
  for (const people of inPhotos) made.push(await createPhotoOf(app, gallery, people));
  photos = made.map(({ photo }) => photo);
  await groupByHand(
    app,
    gallery,
    names.map((name) => made.flatMap(({ faces }) => faces[name] ?? [])),
  );
  const first = (name: Name) => personOf(app, made.find(({ faces }) => faces[name])!.faces[name]!);
  persons = Object.fromEntries(
    await Promise.all(names.map(async (name) => [name, await first(name)])),
  ) as Record<Name, string>;
  await know('mia', home, 'no');
  await know('ben', home);
  await know('ada', home, 'yes');
  await know('gil', guests, 'no');
  await know('lea', guests);
  return app;
});

/** A person of a club, linked to the one of the gallery. */
async function know(name: Name, club: string, said?: 'yes' | 'no'): Promise<void> {
  const id = await createClubPerson(app, club, { name });
  if (said) await sayConsent(app, id, 'outside', said);
  await app.ctx.db
    .insertInto('club_person_link')
    .values({ person_id: persons[name], club_id: club, club_person_id: id })
    .execute();
}

const check = async (by = creator, link?: string) =>
  (
    await by.call<SharingCheck>(
      'GET',
      `/galleries/${gallery}/sharing-check${link === undefined ? '' : `?link_id=${link}`}`,
    )
  ).body.data;
const nameOf = (id: string) => names.find((name) => persons[name] === id)!;
/** Who is listed, with how many photos. */
const listed = ({ refused, unanswered, unlinked, left_out, to_check }: SharingCheck) => ({
  refused: refused.map((row) => [nameOf(row.person.id), row.left_out, row.blurred]),
  unanswered: unanswered.map((row) => [nameOf(row.person.id), row.photo_count]),
  unlinked: unlinked.map((row) => [nameOf(row.person.id), row.photo_count]),
  left_out,
  to_check,
});
const create = async (input: object = {}, by = creator) =>
  (await by.call<ShareLink>('POST', `/galleries/${gallery}/links`, input)).body.data;
const linksNow = async () =>
  (await creator.call<{ links: ShareLink[] }>('GET', `/galleries/${gallery}/links`)).body.data.links;
/** The photos that a visitor is given: by the list, and by the address of each. */
async function served(token: string): Promise<number[]> {
  const visit = caller(app.url);
  const list = await visit<{ photos: { id: string }[] }>('GET', `/galleries/shared/${token}/photos`);
  return list.body.data.photos.map(({ id }) => photos.indexOf(id)).sort((a, b) => a - b);
}
const mark = (people: Name[], checked_as: 'nobody_known' | 'unanswered', by = creator) =>
  by.call<{ decision_id: string }>('POST', `/facerecognition/galleries/${gallery}/checked-people`, {
    person_ids: people.map((name) => persons[name]),
    checked_as,
  });
const keep = (choice: object, by = creator) =>
  by.call<{ photo_ids: string[] }>('POST', `/galleries/${gallery}/kept-inside`, { kept: true, ...choice });

describe('who is listed', () => {
  test('people of the own club by their answer, those of another club as if nobody had linked them', async () => {
    expect(listed(await check())).toEqual({
      refused: [['mia', 2, 0]],
      unanswered: [['ben', 2]],
      unlinked: [
        ['zoe', 2],
        ['lea', 1],
        ['kim', 1],
      ].sort(bySizeAndId),
      // Also the photo of Gil, who is not named.
      left_out: 3,
      to_check: 4,
    });
    expect(JSON.stringify(await check())).not.toMatch(/\b(lea|gil)\b/i);
  });

  test('who refused once, as whom most photos show, however many persons of the gallery it is', async () => {
    const { club_person_id } = await app.ctx.db
      .selectFrom('club_person_link')
      .select('club_person_id')
      .where('person_id', '=', persons.mia)
      .executeTakeFirstOrThrow();
    await app.ctx.db
      .insertInto('club_person_link')
      .values({ person_id: persons.zoe, club_id: home, club_person_id })
      .execute();
    // Of their five photos one shows both persons.
    expect(listed(await check()).refused).toEqual([['zoe', 4, 0]]);
  });

  test('to a global administrator all, to a club administrator who made the gallery those of the club', async () => {
    const admin = await createActor(app, ['admin']);
    expect(listed(await check(admin))).toEqual({
      refused: [
        ['mia', 2, 0],
        ['gil', 1, 0],
      ],
      unanswered: [
        ['ben', 2],
        ['lea', 1],
      ],
      unlinked: [
        ['zoe', 2],
        ['kim', 1],
      ],
      left_out: 3,
      to_check: 4,
    });
    const clubAdmin = await createActor(app, [{ role: 'club_admin', club: guests }]);
    await app.ctx.db
      .updateTable('gallery')
      .set({ created_by: clubAdmin.id })
      .where('id', '=', gallery)
      .execute();
    const { refused, unanswered } = listed(await check(clubAdmin));
    expect({ refused, unanswered }).toEqual({ refused: [['gil', 1, 0]], unanswered: [['lea', 1]] });
  });

  test('nobody else may ask, mark people, or leave photos out; who may answer about people reads of nobody', async () => {
    const member = await createActor(app);
    await addMember(app, home, member.id);
    const photographer = await createActor(app, ['photographer']);
    await app.ctx.db
      .updateTable('gallery')
      .set({ photographer_id: photographer.id })
      .where('id', '=', gallery)
      .execute();
    const clubAdmin = await createActor(app, [{ role: 'club_admin', club: home }]);
    const stranger = await createActor(app);
    for (const by of [member, photographer, clubAdmin, stranger]) {
      const asked = await by.call<SharingCheck>('GET', `/galleries/${gallery}/sharing-check`);
      expect(asked.status).toBe(by === photographer || by === clubAdmin ? 200 : 403);
      expect((await keep({ person_id: persons.zoe }, by)).status).toBe(403);
      if (asked.status === 200)
        expect(listed(asked.body.data)).toEqual({
          refused: [],
          unanswered: [],
          unlinked: [],
          left_out: 0,
          to_check: 0,
        });
      // Those who may edit people may say who they are.
      expect((await mark(['kim'], 'nobody_known', by)).status).toBe(by === photographer ? 200 : 403);
    }
    expect((await caller(app.url)('GET', `/galleries/${gallery}/sharing-check`)).status).toBe(401);
  });

  test('only whom the link shows, and nobody of photos that were taken down', async () => {
    const link = await create({ photo_ids: [photos[3], photos[4]] });
    expect(link.to_check).toBe(2);
    expect(listed(await check(creator, link.id))).toEqual({
      refused: [],
      unanswered: [['ben', 1]],
      unlinked: [['zoe', 2]],
      left_out: 0,
      to_check: 2,
    });
    const ofBen = await create({ person_ids: [persons.ben] });
    expect(listed(await check(creator, ofBen.id)).unlinked).toEqual([['zoe', 1]]);
    await creator.call('POST', `/photos/${photos[3]}/takedown`, {});
    expect(listed(await check(creator, link.id))).toMatchObject({ unanswered: [], unlinked: [['zoe', 1]] });
    expect((await linksNow()).find(({ id }) => id === link.id)!.to_check).toBe(1);
    const collects = await create({ collects: true });
    expect(collects.to_check).toBe(0);
  });

  test('who refused where the club blurs is said to be shown blurred, and asked about by nobody', async () => {
    for (const club of [home, guests])
      await app.ctx.db
        .updateTable('club')
        .set({ refused_outside: 'blur', refused_outside_since: new Date(0) })
        .where('id', '=', club)
        .execute();
    await app.ctx.db
      .updateTable('photo_analysis')
      .set({ status: 'completed', pipeline_version: 'test 1' })
      .where('gallery_id', '=', gallery)
      .execute();
    const { refused, left_out, unlinked } = listed(await check());
    expect({ refused, left_out }).toEqual({ refused: [['mia', 0, 2]], left_out: 0 });
    // Zoe is now in one photo more that is shown.
    expect(unlinked[0]).toEqual(['zoe', 3]);
    expect(unlinked.map(([name]) => name)).not.toContain('gil');
  });

  test('nobody where no club of the gallery has an answer', async () => {
    await app.ctx.db.deleteFrom('consent').execute();
    expect(listed(await check())).toEqual({
      refused: [],
      unanswered: [],
      unlinked: [],
      left_out: 0,
      to_check: 0,
    });
    expect((await create()).to_check).toBe(0);
  });

  test('a link of another gallery is not found', async () => {
    const other = await createGallery(app, { event: await createEvent(app, [home]), createdBy: creator.id });
    const link = await creator.call<ShareLink>('POST', `/galleries/${other}/links`, {});
    const asked = await creator.call(
      'GET',
      `/galleries/${gallery}/sharing-check?link_id=${link.body.data.id}`,
    );
    expect([asked.status, asked.body.code]).toEqual([404, 'link_not_found']);
  });
});

describe('a decision', () => {
  test('is remembered for all links, and people who come later are asked about', async () => {
    expect((await create()).to_check).toBe(4);
    await mark(['zoe', 'kim', 'lea'], 'nobody_known');
    await mark(['ben'], 'unanswered');
    expect((await check()).to_check).toBe(0);
    expect((await create()).to_check).toBe(0);
    const { faces } = await createPhotoOf(app, gallery, ['new']);
    await groupByHand(app, gallery, [[faces.new!]]);
    expect((await check()).unlinked.map(({ photo_count }) => photo_count)).toEqual([1]);
  });

  test('holds for what it was said about: somebody who is linked or unlinked later is asked about again', async () => {
    await mark(['zoe'], 'nobody_known');
    const joe = await createClubPerson(app, home, { name: 'Joe' });
    await creator.call('POST', `/facerecognition/faces/${persons.zoe}/link`, { club_person_id: joe });
    expect(listed(await check()).unanswered).toEqual(
      [
        ['ben', 2],
        ['zoe', 2],
      ].sort(bySizeAndId),
    );
    await mark(['zoe'], 'unanswered');
    expect(listed(await check()).unanswered).toEqual([['ben', 2]]);
    await creator.call('POST', `/facerecognition/faces/${persons.zoe}/unlink`, { club_id: home });
    expect(listed(await check()).unlinked).toContainEqual(['zoe', 2]);
  });

  test.each<[Name, Name]>([
    ['zoe', 'kim'],
    ['kim', 'zoe'],
  ])(
    'stays with people who are put together where it was said of each, and is undone (%s, %s)',
    async (into, other) => {
      const said = listed(await check());
      const merge = () =>
        creator.call<{ decision_id: string }>('POST', `/facerecognition/faces/${persons[into]}/merge`, {
          person_ids: [persons[other]],
        });
      const undo = ({ body }: Awaited<ReturnType<typeof merge>>) =>
        creator.call('POST', `/facerecognition/decisions/${body.data.decision_id}/undo`);
      const one = await mark(['kim'], 'nobody_known');
      const half = listed(await check());
      const merged = await merge();
      // Nobody has said so of Zoe.
      expect(listed(await check()).unlinked).toEqual([
        [into, 3],
        ['lea', 1],
      ]);
      await undo(merged);
      expect(listed(await check())).toEqual(half);
      const two = await mark(['zoe'], 'nobody_known');
      const again = await merge();
      expect(listed(await check()).unlinked).toEqual([['lea', 1]]);
      for (const decision of [again, two, one]) await undo(decision);
      expect(listed(await check())).toEqual(said);
    },
  );

  test('about somebody of another gallery changes nothing', async () => {
    const other = await createGallery(app, { event: await createEvent(app, [home]), createdBy: creator.id });
    const refused = await creator.call('POST', `/facerecognition/galleries/${other}/checked-people`, {
      person_ids: [persons.zoe],
      checked_as: 'nobody_known',
    });
    expect([refused.status, refused.body.code]).toEqual([422, 'people_other_gallery']);
    const left = await creator.call('POST', `/galleries/${other}/kept-inside`, {
      person_id: persons.zoe,
      kept: true,
    });
    expect([left.status, left.body.code]).toEqual([404, 'person_not_found']);
    const photo = await creator.call('POST', `/galleries/${other}/kept-inside`, {
      photo_ids: [photos[0]],
      kept: true,
    });
    expect([photo.status, photo.body.code]).toEqual([404, 'photo_not_found']);
    expect((await check()).to_check).toBe(4);
  });
});

describe('photos left out by hand', () => {
  test('are served by no link and to nobody outside the club, and inside the club as before', async () => {
    const link = await create();
    const outsider = await createActor(app);
    const member = await createActor(app);
    await addMember(app, home, member.id);
    await app.ctx.db.updateTable('gallery').set({ visibility: 'public' }).where('id', '=', gallery).execute();
    const seenBy = async (by: Actor) =>
      (
        await by.call<{ photos: { id: string }[]; total: number }>('GET', `/photos/gallery/${gallery}`)
      ).body.data.photos
        .map(({ id }) => photos.indexOf(id))
        .sort((a, b) => a - b);
    expect(await served(link.token)).toEqual([2, 3, 4, 6, 7]);
    const left = await keep({ person_id: persons.zoe });
    // One of Zoe's three is left out already, because of Mia; it stays so whatever Mia answers.
    expect(left.body.data.photo_ids.map((id) => photos.indexOf(id)).sort()).toEqual([0, 3, 4]);
    expect(await served(link.token)).toEqual([2, 6, 7]);
    expect(await seenBy(outsider)).toEqual([2, 6, 7]);
    expect(await seenBy(member)).toEqual([0, 1, 2, 3, 4, 5, 6, 7]);
    expect((await outsider.call('GET', `/photos/${photos[4]}`)).status).toBe(404);
    const now = await check();
    expect(now.kept_inside).toMatchObject({ total: 3 });
    expect(listed(now)).toMatchObject({ refused: [['mia', 1, 0]], left_out: 2 });
    expect(listed(now).unlinked.map(([name]) => name)).not.toContain('zoe');
    expect(await linksNow()).toMatchObject([{ photo_count: 3, kept_inside: 5 }]);
    const back = await keep({ photo_ids: left.body.data.photo_ids, kept: false });
    expect(back.body.data.photo_ids).toHaveLength(3);
    expect(await served(link.token)).toEqual([2, 3, 4, 6, 7]);
    expect((await check()).kept_inside).toEqual({ photos: [], total: 0 });
  });

  test('are not taken back by whoever left out others', async () => {
    const first = await keep({ photo_ids: [photos[3]] });
    const second = await keep({ person_id: persons.ben });
    expect(second.body.data.photo_ids).toEqual([photos[2]]);
    await keep({ photo_ids: second.body.data.photo_ids, kept: false });
    expect((await check()).kept_inside.photos.map(({ id }) => id)).toEqual(first.body.data.photo_ids);
  });
});

describe('who is named as one person alone of the list', () => {
  const name = (who: Name, as: string) =>
    app.ctx.db.updateTable('person').set({ name: as }).where('id', '=', persons[who]).execute();
  const offered = async (by = creator) =>
    (await check(by)).named_as_listed.map((row) => [nameOf(row.person_id), row.club_person_id, row.name]);
  let zoe: string;
  beforeEach(async () => {
    zoe = await createClubPerson(app, home, { name: 'Zoë Wolf' });
    await name('zoe', 'zoe wolf');
    await name('kim', 'Kim');
    await createClubPerson(app, home, { name: 'Kim Berg' });
  });

  test('can be linked at once, and is not offered then', async () => {
    expect(await offered()).toEqual([['zoe', zoe, 'Zoë Wolf']]);
    await creator.call('POST', `/facerecognition/faces/${persons.zoe}/link`, { club_person_id: zoe });
    expect(await offered()).toEqual([]);
    expect(listed(await check()).unanswered.map(([who]) => who)).toContain('zoe');
  });

  test('not where two have the name, where it was declined, nor of a list that the viewer does not read', async () => {
    await name('lea', 'Lou Stern');
    const lou = await createClubPerson(app, guests, { name: 'Lou Stern' });
    await app.ctx.db.deleteFrom('club_person_link').where('person_id', '=', persons.lea).execute();
    expect(await offered()).toEqual([['zoe', zoe, 'Zoë Wolf']]);
    const admin = await createActor(app, ['admin']);
    expect(await offered(admin)).toEqual([
      ['lea', lou, 'Lou Stern'],
      ['zoe', zoe, 'Zoë Wolf'],
    ]);
    await creator.call('POST', `/facerecognition/faces/${persons.zoe}/decline-link`, { club_person_id: zoe });
    expect(await offered()).toEqual([]);
    await createClubPerson(app, home, { name: 'Lou Stern' });
    expect(await offered(admin)).toEqual([]);
  });
});

test('a link that was active before the check existed counts as checked, until it is switched off', async () => {
  const link = await create();
  await app.ctx.db
    .updateTable('share_link')
    .set({ counts_as_checked: true })
    .where('id', '=', link.id)
    .execute();
  const update = async (change: object) =>
    (await creator.call<ShareLink>('PUT', `/galleries/links/${link.id}`, change)).body.data;
  expect((await linksNow())[0]!.to_check).toBe(0);
  expect((await check(creator, link.id)).to_check).toBe(0);
  expect((await update({ name: 'parents' })).to_check).toBe(0);
  expect((await update({ is_active: false })).to_check).toBe(4);
  expect((await update({ is_active: true })).to_check).toBe(4);
});

function bySizeAndId(a: unknown[], b: unknown[]): number {
  return Number(b[1]) - Number(a[1]) || (persons[a[0] as Name] < persons[b[0] as Name] ? -1 : 1);
}
