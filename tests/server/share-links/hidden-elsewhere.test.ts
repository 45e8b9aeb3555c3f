/** @module-tag long */
import { describe, expect, test } from 'vitest';
import type { ShareLink, SharingCheck } from '#server/contract/schemas/share-links.ts';
import type { Takedown } from '#server/contract/schemas/takedowns.ts';
import { countingQueries } from '#server/db/query-counter.ts';
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
import { startTestAppBeforeAll } from '#tests/support/test-app.ts';
import { world } from '#tests/support/world.ts';

/** One file in two galleries of a club: `here` is about to be shared, `there` belongs to somebody else. Amy refused. */
const app = startTestAppBeforeAll();
let club: string;
let here: string;
let there: string;
let creator: Actor;
let other: Actor;
let amy: string;
let mine: Awaited<ReturnType<typeof photoOf>>;
let theirs: Awaited<ReturnType<typeof photoOf>>;

world(async () => {
  club = await createClub(app);
  creator = await createActor(app, [{ role: 'photographer', club }], 'creator');
  other = await createActor(app, [{ role: 'photographer', club }], 'other');
  for (const { id } of [creator, other]) await addMember(app, club, id);
  here = await galleryOf(creator, 'Match of Jonas');
  there = await galleryOf(other, 'Home match');
  amy = await createClubPerson(app, club, { name: 'Amy' });
  await sayConsent(app, amy, 'outside', 'no');
  mine = await photoOf(here);
  theirs = await photoOf(there);
  await copyFile(theirs.photo, mine.photo);
  return app;
});

const galleryOf = async (
  by: Actor,
  name: string,
  clubs = [club],
  visibility: 'club_restricted' | 'private' = 'club_restricted',
) => createGallery(app, { event: await createEvent(app, clubs), createdBy: by.id, name, visibility });

/** A photo with two people, each in a group. */
async function photoOf(gallery: string) {
  const { photo, faces } = await createPhotoOf(app, gallery, ['amy', 'zoe']);
  await groupByHand(app, gallery, [[faces.amy!], [faces.zoe!]]);
  return { photo, amy: await personOf(app, faces.amy!), zoe: await personOf(app, faces.zoe!) };
}
/** Makes the file of one photo that of the other. */
async function copyFile(from: string, to: string, as: 'sha256' | 'sent_sha256' = 'sha256') {
  const { sha256 } = await app.ctx.db
    .selectFrom('photo')
    .select('sha256')
    .where('id', '=', from)
    .executeTakeFirstOrThrow();
  await app.ctx.db
    .updateTable('photo')
    .set({ [as]: sha256 })
    .where('id', '=', to)
    .execute();
}
const check = async (by = creator, link?: string) =>
  (
    await by.call<SharingCheck>(
      'GET',
      `/galleries/${here}/sharing-check${link === undefined ? '' : `?link_id=${link}`}`,
    )
  ).body.data;
const hiddenElsewhere = async (by = creator, link?: string) => {
  const { photos, total } = (await check(by, link)).hidden_elsewhere;
  expect(total).toBe(photos.length);
  return photos.map(({ id }) => id);
};
const keep = (kept: boolean | null, photo = mine.photo, by = creator) =>
  by.call<{ photo_ids: string[] }>('POST', `/galleries/${here}/kept-inside`, { photo_ids: [photo], kept });
const takeDown = async (photo = theirs.photo, by = other) =>
  (await by.call<{ id: string }>('POST', `/photos/${photo}/takedown`, {})).body.data.id;
const decide = (gallery: string, id: string, decision: 'granted' | 'declined', by = other) =>
  by.call('POST', `/galleries/${gallery}/takedowns/${id}/decide`, { decision, answer: 'So be it.' });
const createLink = async (input: object = {}) =>
  (await creator.call<ShareLink>('POST', `/galleries/${here}/links`, input)).body.data;
const linkThere = (person = theirs.amy, club_person_id = amy) =>
  other.call('POST', `/facerecognition/faces/${person}/link`, { club_person_id });
const listed = async (gallery: string, by: Actor) =>
  (await by.call<{ takedowns: Takedown[] }>('GET', `/galleries/${gallery}/takedowns`)).body.data.takedowns;

describe('a photo whose file is hidden in another gallery', () => {
  test('is to be checked, also where a guest sent the file, and without a word on where', async () => {
    expect(await hiddenElsewhere()).toEqual([]);
    await takeDown();
    const now = await check();
    expect(now.hidden_elsewhere).toMatchObject({ total: 1, photos: [{ id: mine.photo }] });
    expect(now.to_check).toBe(3);
    expect(JSON.stringify(now)).not.toMatch(/Home match/);
    expect(JSON.stringify(now)).not.toContain(there);
    expect((await createLink()).to_check).toBe(3);
    const guest = await photoOf(here);
    await copyFile(theirs.photo, guest.photo, 'sent_sha256');
    expect(await hiddenElsewhere()).toEqual([guest.photo, mine.photo]);
    expect((await createLink({ photo_ids: [guest.photo] })).to_check).toBe(3);
    expect(await hiddenElsewhere(creator, (await createLink({ photo_ids: [guest.photo] })).id)).toEqual([
      guest.photo,
    ]);
  });

  test('is left out or shown, once for all links; each can be taken back', async () => {
    await takeDown();
    const { token } = await createLink();
    const served = async () =>
      (await creator.call<{ total: number }>('GET', `/galleries/shared/${token}/photos`)).body.data.total;
    expect((await keep(true)).body.data.photo_ids).toEqual([mine.photo]);
    expect([await hiddenElsewhere(), await served()]).toEqual([[], 0]);
    expect((await keep(null)).body.data.photo_ids).toEqual([mine.photo]);
    expect([await hiddenElsewhere(), await served()]).toEqual([[mine.photo], 1]);
    expect((await keep(false)).body.data.photo_ids).toEqual([mine.photo]);
    expect([await hiddenElsewhere(), await served()]).toEqual([[], 1]);
    expect((await keep(false)).body.data.photo_ids).toEqual([]);
    await keep(null);
    expect(await hiddenElsewhere()).toEqual([mine.photo]);
    expect((await keep(false, mine.photo, other)).status).toBe(403);
  });

  test('is not asked about where a request to hide it was declined, or is in force', async () => {
    await takeDown();
    const id = await takeDown(mine.photo, creator);
    expect(await hiddenElsewhere()).toEqual([]);
    await decide(here, id, 'declined', creator);
    expect(await hiddenElsewhere()).toEqual([]);
  });

  test('is not asked about once it is shown there again, nor by a link that counts as checked', async () => {
    const id = await takeDown();
    const link = await createLink();
    await app.ctx.db.updateTable('share_link').set({ counts_as_checked: true }).execute();
    expect(await check(creator, link.id)).toMatchObject({ to_check: 0, hidden_elsewhere: { total: 0 } });
    const links = await creator.call<{ links: ShareLink[] }>('GET', `/galleries/${here}/links`);
    expect(links.body.data.links[0]!.to_check).toBe(0);
    await decide(there, id, 'declined');
    expect(await hiddenElsewhere()).toEqual([]);
  });

  test('is told to nobody who may not read that gallery, and of no gallery of other clubs', async () => {
    await takeDown();
    const set = (visibility: 'private' | 'club_restricted') =>
      app.ctx.db.updateTable('gallery').set({ visibility }).where('id', '=', there).execute();
    await set('private');
    expect(await hiddenElsewhere()).toEqual([]);
    expect((await createLink()).to_check).toBe(2);
    expect(await hiddenElsewhere(await createActor(app, ['admin']))).toEqual([mine.photo]);
    await set('club_restricted');
    const elsewhere = await createClub(app, 'TV Other');
    await addMember(app, elsewhere, creator.id);
    await app.ctx.db
      .updateTable('event_club')
      .set({ club_id: elsewhere })
      .where('event_id', 'in', (gallery) =>
        gallery.selectFrom('gallery').select('event_id').where('id', '=', there),
      )
      .execute();
    expect(await hiddenElsewhere()).toEqual([]);
  });
});

describe('a photo whose file shows somebody in another gallery who refused', () => {
  const asked = async (by = creator) =>
    (await check(by)).likely_refusers.map(({ name, people }) => [
      name,
      ...people.map(({ person }) => person.id),
    ]);

  test('is the question whether the same face is the same person; a no is not asked again', async () => {
    expect(await asked()).toEqual([]);
    await linkThere();
    expect(await asked()).toEqual([['Amy', mine.amy]]);
    expect(await hiddenElsewhere()).toEqual([]);
    const say = (what: string) =>
      creator.call(
        'POST',
        `/facerecognition/faces/${mine.amy}/${what}`,
        what.startsWith('take') ? { club_person_id: amy } : { club_person_id: amy, as_answer: true },
      );
    await say('decline-link');
    expect(await asked()).toEqual([]);
    expect(await hiddenElsewhere()).toEqual([]);
    await app.ctx.db.deleteFrom('declined_link').execute();
    await say('link');
    expect(await asked()).toEqual([]);
    expect(await check()).toMatchObject({ left_out: 1, hidden_elsewhere: { total: 0 } });
  });

  test('is to be left out or shown where nobody has the face', async () => {
    await linkThere();
    await app.ctx.db.deleteFrom('assignment').where('person_id', '=', mine.amy).execute();
    expect([await asked(), await hiddenElsewhere()]).toEqual([[], [mine.photo]]);
    await keep(false);
    expect(await hiddenElsewhere()).toEqual([]);
  });

  test('is not asked about people who did not refuse, nor of those who read neither name nor gallery', async () => {
    const ben = await createClubPerson(app, club, { name: 'Ben' });
    await linkThere(theirs.zoe, ben);
    expect(await asked()).toEqual([]);
    await linkThere();
    await app.ctx.db.deleteFrom('club_membership').where('user_id', '=', creator.id).execute();
    await app.ctx.db.deleteFrom('role_assignment').where('user_id', '=', creator.id).execute();
    // As a photographer of the whole installation, who never belonged to the club.
    await app.ctx.db.deleteFrom('ended_belonging').where('user_id', '=', creator.id).execute();
    const now = await check();
    expect([now.likely_refusers, now.hidden_elsewhere.total]).toEqual([[], 0]);
    expect(JSON.stringify(now)).not.toMatch(/Amy/);
    await addMember(app, club, creator.id);
    await app.ctx.db.updateTable('gallery').set({ visibility: 'private' }).where('id', '=', there).execute();
    expect(await asked()).toEqual([]);
  });
});

describe('whoever keeps a photo hidden', () => {
  test('is told where the same file is shown, in galleries in which they decide, and hides it there', async () => {
    const second = await galleryOf(other, 'Second half');
    const same = await photoOf(second);
    await copyFile(theirs.photo, same.photo);
    const id = await takeDown();
    const sameFile = async () => (await listed(there, other)).map(({ same_file }) => same_file);
    expect(await sameFile()).toEqual([
      [{ photo_id: same.photo, gallery_id: second, gallery_name: 'Second half' }],
    ]);
    expect((await other.call('POST', `/photos/${mine.photo}/hide`)).status).toBe(403);
    expect((await other.call('POST', `/photos/${same.photo}/hide`)).status).toBe(200);
    expect((await other.call('POST', `/photos/${same.photo}/hide`)).body.code).toBe('takedown_in_force');
    expect(await sameFile()).toEqual([[]]);
    const [hidden] = await listed(second, other);
    expect(hidden).toMatchObject({ decided: 'granted', asked_by: expect.stringContaining('other') });
    expect((await creator.call('GET', `/photos/${same.photo}`)).status).toBe(404);
    // Shown again there: that was a decision about this photo.
    expect((await decide(second, hidden!.id, 'declined')).status).toBe(200);
    expect(await sameFile()).toEqual([[]]);
    await decide(there, id, 'declined');
    expect(await sameFile()).toEqual([[]]);
  });

  test('the number of statements does not grow with the photos', async () => {
    const count = async () => {
      const { db, taken } = countingQueries(app.ctx.db);
      const before = app.ctx.db;
      app.ctx.db = db;
      await listed(there, other);
      await check();
      app.ctx.db = before;
      return taken();
    };
    await takeDown();
    const few = await count();
    for (let i = 0; i < 3; i += 1) {
      const [one, two] = [await photoOf(there), await photoOf(here)];
      await copyFile(one.photo, two.photo);
      await takeDown(one.photo);
    }
    expect(await count()).toBe(few);
    expect(await hiddenElsewhere()).toHaveLength(4);
  });
});
