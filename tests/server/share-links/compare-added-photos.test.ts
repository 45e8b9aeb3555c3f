/**
 * Photos that are added while people outside the club see the gallery, where a family gave pictures to keep photos inside.
 * @module-tag long
 */
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { calendarDateOf } from '#server/clock.ts';
import { addDays } from '#server/contract/calendar-dates.ts';
import { dayMs } from '#server/contract/lifetimes.ts';
import type { Notification } from '#server/contract/schemas/notifications.ts';
import type { ShareLink, SharingCheck } from '#server/contract/schemas/share-links.ts';
import { settleAllNotifications } from '#server/features/accounts/notifications/settle-notifications.ts';
import { listErasures, replayErasures } from '#server/features/administration/erasure/replay-erasures.ts';
import { removeEndedReferences } from '#server/features/faces/my-photos/reference-pictures.repository.ts';
import { analysisStamp, getFaceSettings } from '#server/features/faces/recognition/face-settings.ts';
import { saveFaces } from '#server/features/faces/recognition/save-faces.repository.ts';
import { compareLeftOver } from '#server/features/sharing/share-links/compare-added-photos.ts';
import { clusterGallery } from '#server/jobs/handlers/cluster-gallery.ts';
import { type Actor, caller, createActor, createClub } from '#tests/support/actors.ts';
import { addReference, embeddingAt, sayConsent } from '#tests/support/club-people.ts';
import { foundFace, testRecogniser } from '#tests/support/faces.ts';
import { answer, createClubPerson, createFamily } from '#tests/support/families.ts';
import { createGuestPhotos } from '#tests/support/guests.ts';
import { type PhotoApp, startPhotoApp } from '#tests/support/photo-app.ts';
import { quarters } from '#tests/support/test-images.ts';
import { world } from '#tests/support/world.ts';

/** Distances of the test's recogniser: a question up to .078. */
const [NEAR, FAR] = [0.03, 0.2];

let app: PhotoApp;
let club: string;
let admin: Actor;
let creator: Actor;
let mother: Actor & { guardianship: string };
let gallery: string;
let mia: string;
let link: ShareLink;

beforeAll(async () => {
  app = await startPhotoApp();
});
afterAll(() => app.close());
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
  link = await createLink();
  return app;
});

const createLink = async (fields: object = {}) =>
  (await creator.call<ShareLink>('POST', `/galleries/${gallery}/links`, fields)).body.data;
let width = 200;
async function upload(): Promise<string> {
  width += 2;
  const sent = await app.send(await quarters(width, 80).jpeg().toBuffer(), { as: creator, gallery });
  return sent.body.data.id;
}
let axis: number;
beforeEach(() => {
  axis = 0;
});
let side = 100;
/** What the analysis saves: one face for each distance from the picture that was given. */
async function analyse(photo: string, ...distances: number[]): Promise<void> {
  const found = distances.map((distance, i) => {
    side = side === 127 ? 20 : side + 1;
    return foundFace('', {
      embedding: embeddingAt(axis, distance, side),
      box: { x: i / 5, y: 0.1, w: 0.1, h: 0.1 },
    });
  });
  await app.ctx.db.transaction().execute((trx) =>
    saveFaces(trx, { id: photo, gallery_id: gallery }, found, {
      recogniser: testRecogniser,
      pipelineVersion: 'test 1',
    }),
  );
  await ends(photo, distances.length > 0 ? 'completed' : 'no_faces');
}
async function ends(photo: string, status: 'completed' | 'no_faces' | 'failed'): Promise<void> {
  const pipeline_version = analysisStamp(await getFaceSettings(app.ctx.db, app.ctx.engine), app.ctx.engine);
  await app.ctx.db
    .updateTable('photo_analysis')
    .set({ status, pipeline_version })
    .where('photo_id', '=', photo)
    .execute();
}
const group = () => clusterGallery(app.ctx).run({ gallery_id: gallery }, new AbortController().signal);
/** A photo that was uploaded, analysed and grouped. */
async function add(...distances: number[]): Promise<string> {
  const photo = await upload();
  await analyse(photo, ...distances);
  await group();
  return photo;
}
const served = async (token = link.token) =>
  (
    await caller(app.url)<{ photos: { id: string }[] }>('GET', `/galleries/shared/${token}/photos`)
  ).body.data.photos.map(({ id }) => id);
const check = async (by = creator, of: string | null = link.id) =>
  (
    await by.call<SharingCheck>(
      'GET',
      `/galleries/${gallery}/sharing-check${of === null ? '' : `?link_id=${of}`}`,
    )
  ).body.data;
const rows = () => app.ctx.db.selectFrom('likely_refusal').selectAll().execute();
const personIn = async (photo: string) =>
  (
    await app.ctx.db
      .selectFrom('face')
      .innerJoin('assignment', 'assignment.face_id', 'face.id')
      .select('assignment.person_id')
      .where('face.photo_id', '=', photo)
      .executeTakeFirstOrThrow()
  ).person_id;
const say = async (photo: string, what: 'link' | 'decline-link', club_person_id = mia) =>
  creator.call<{ decision_id: string }>('POST', `/facerecognition/faces/${await personIn(photo)}/${what}`, {
    club_person_id,
    as_answer: true,
  });
const told = async (by: Actor) =>
  (await by.call<{ notifications: Notification[] }>('GET', '/notifications')).body.data.notifications.filter(
    ({ kind }) => kind === 'photos_waiting',
  );
const guardian = { as: 'guardian' } as const;

describe('a photo that is added', () => {
  test('is not shown before its upload is analysed and grouped, and then if nobody likely is on it', async () => {
    const [other, likely] = [await upload(), await upload()];
    expect(await served()).toEqual([]);
    await analyse(other, FAR);
    await group();
    expect(await served()).toEqual([]); // the upload is not over
    await analyse(likely, NEAR);
    expect(await served()).toEqual([]);
    await group();
    expect(await served()).toEqual([other]);
    expect((await check()).likely_refusers).toMatchObject([
      { club_person_id: mia, people: [{ photo_count: 1 }], waiting: { photo_count: 1 } },
    ]);
    const faceless = await add();
    expect((await served()).sort()).toEqual([other, faceless].sort());
  });

  test('waits for its grouping where somebody refused and gave no picture, and is left out where it is one of the group', async () => {
    await app.ctx.db.deleteFrom('guard_reference').execute();
    const [unknown, again, other] = [await add(NEAR), await upload(), await upload()];
    expect(await served()).toEqual([unknown]);
    expect(await rows()).toEqual([]);
    await say(unknown, 'link');
    await analyse(again, NEAR);
    await analyse(other, FAR);
    expect(await served()).toEqual([]);
    await group();
    expect(await personIn(again)).toBe(await personIn(unknown));
    expect(await served()).toEqual([other]);
  });

  test('waits in no club where nobody refuses', async () => {
    await sayConsent(app, mia, 'outside', 'yes', { as: 'guardian', by: mother.id });
    const photo = await upload();
    expect(await served()).toEqual([photo]);
    await analyse(photo, NEAR);
    await group();
    expect(await served()).toEqual([photo]);
    expect(await rows()).toEqual([]);
  });

  test('waits in no gallery that nobody outside sees; what was there before a link is shown as the check says', async () => {
    await creator.call('PUT', `/galleries/links/${link.id}`, { is_active: false });
    const before = await add(NEAR);
    const { awaits_comparison } = await app.ctx.db
      .selectFrom('photo')
      .select('awaits_comparison')
      .where('id', '=', before)
      .executeTakeFirstOrThrow();
    expect([awaits_comparison, await rows()]).toEqual([false, []]);
    const pending = await upload();
    await creator.call('PUT', `/galleries/links/${link.id}`, { is_active: true });
    expect(await served()).toEqual([before]); // the check could say nothing about the other one
    await analyse(pending, FAR);
    await group();
    expect((await served()).sort()).toEqual([before, pending].sort());
  });

  test('waits in a public gallery, for everybody outside, and its owner is told', async () => {
    await creator.call('DELETE', `/galleries/links/${link.id}`);
    await creator.call('PUT', `/galleries/${gallery}`, { visibility: 'public' });
    const photo = await add(NEAR);
    const [stranger, member] = [await createActor(app), mother];
    const seen = async (by: Actor) => {
      const { body } = await by.call<{ photos: { id: string }[] }>('GET', `/photos/gallery/${gallery}`);
      return body.data.photos.map(({ id }) => id);
    };
    expect(await seen(stranger)).toEqual([]);
    expect((await stranger.call('GET', `/photos/${photo}`)).status).toBe(404);
    const covers = await stranger.call<{ photo_count: number }>('GET', `/galleries/${gallery}`);
    expect(covers.body.data).toMatchObject({ photo_count: 0, preview_photo_id: null });
    expect(await seen(member)).toEqual([photo]);
    expect(await told(creator)).toHaveLength(1);
    await say(photo, 'decline-link');
    expect(await seen(stranger)).toEqual([photo]);
  });

  test('waits when it was sent by a guest and accepted, and when it was restored', async () => {
    const collects = await createLink({ collects: true });
    const [guest] = await createGuestPhotos(app, { gallery, link: collects.id }, 1);
    const accepted = await creator.call('POST', `/galleries/${gallery}/guest-photos/accept`, {
      guest_photo_ids: [guest],
    });
    expect(accepted.status).toBe(200);
    expect(await served()).toEqual([]);
    await analyse(guest!, FAR);
    await group();
    expect(await served()).toEqual([guest]);
    const root = await createActor(app, ['admin']);
    expect((await root.call('DELETE', `/photos/${guest}`)).status).toBe(200);
    const restored = await root.call('POST', `/galleries/${gallery}/deleted-photos/restore`, {
      photo_ids: [guest],
    });
    expect(restored.status).toBe(200);
    expect(await served()).toEqual([]);
    await analyse(guest!, NEAR);
    await group();
    expect([await served(), (await rows()).length]).toEqual([[], 1]);
  });

  test('is left out of archives, pictures and links of families, too', async () => {
    const photo = await add(NEAR, FAR);
    const visitor = caller(app.url);
    const address = `/galleries/shared/${link.token}`;
    expect((await visitor('GET', `${address}/photos/${photo}/download?size=small`)).status).toBe(404);
    expect((await visitor<{ photo_count: number }>('GET', address)).body.data.photo_count).toBe(0);
    const [row] = (await creator.call<{ links: ShareLink[] }>('GET', `/galleries/${gallery}/links`)).body.data
      .links;
    expect(row).toMatchObject({ photo_count: 0, kept_inside: 1, person_count: 0, to_check: 2 });
  });

  test('of which nothing could be found out is left out, and can be shown by hand', async () => {
    const photo = await upload();
    await ends(photo, 'failed');
    await group();
    await compareLeftOver(app.ctx);
    expect(await served()).toEqual([]);
    expect((await check()).kept_inside).toMatchObject({ total: 1, photos: [{ id: photo }] });
    await creator.call('POST', `/galleries/${gallery}/kept-inside`, { photo_ids: [photo], kept: false });
    expect(await served()).toEqual([photo]);
  });
});

describe('the answer', () => {
  test('"not Mia" shows it, and is taken back', async () => {
    const photo = await add(NEAR);
    const person = await personIn(photo);
    await say(photo, 'decline-link');
    expect(await served()).toEqual([photo]);
    expect((await check()).likely_refusers).toEqual([]);
    await creator.call('POST', `/facerecognition/faces/${person}/decline-link/take-back`, {
      club_person_id: mia,
    });
    expect(await served()).toEqual([]);
    await group();
    expect((await check()).likely_refusers).toMatchObject([{ waiting: { photo_count: 1 } }]);
  });

  test('"this is Mia" leaves the rest to the refusal', async () => {
    const photo = await add(NEAR);
    const { body } = await say(photo, 'link');
    expect(await served()).toEqual([]);
    expect(await check()).toMatchObject({ to_check: 0, left_out: 1, likely_refusers: [] });
    await answer(mother, mia, 'outside', 'yes');
    expect(await served()).toEqual([photo]);
    expect(body.data.decision_id).toBeDefined();
  });

  test('is needed for everybody whom it may be', async () => {
    const ben = await createClubPerson(app, club, { first_name: 'Ben' });
    await sayConsent(app, ben, 'outside', 'no');
    await sayConsent(app, ben, 'guard', 'yes');
    await addReference(app, ben, embeddingAt(0, 0.02, 10), { purpose: 'guard' });
    const photo = await add(NEAR);
    await say(photo, 'decline-link');
    expect(await served()).toEqual([]);
    expect((await check()).likely_refusers).toMatchObject([{ name: 'Ben', waiting: { photo_count: 1 } }]);
    await say(photo, 'decline-link', ben);
    expect(await served()).toEqual([photo]);
  });

  test.each(['into', 'from'] as const)(
    'waits on when it is merged %s somebody who is nobody of the club',
    async (direction) => {
      const unknown = await add(FAR);
      const photo = await add(NEAR);
      const [stranger, likely] = [await personIn(unknown), await personIn(photo)];
      await creator.call('POST', `/facerecognition/galleries/${gallery}/checked-people`, {
        person_ids: [stranger],
        checked_as: 'nobody_known',
      });
      expect(await served()).toEqual([unknown]);
      const [target, other] = direction === 'into' ? [stranger, likely] : [likely, stranger];
      await creator.call('POST', `/facerecognition/faces/${target}/merge`, { person_ids: [other] });
      expect(await served()).toEqual([unknown]);
      expect((await check()).to_check).toBe(1);
    },
  );

  test('leaving it out by hand ends the question; after a day it counts as left out, and "no" still shows it', async () => {
    const photo = await add(NEAR);
    const [refuser] = (await check()).likely_refusers;
    const until = new Date(refuser!.waiting!.until).getTime();
    expect(until - app.ctx.clock.now().getTime()).toBeGreaterThan(dayMs - 60_000);
    app.clock.set(new Date(until + 1_000));
    await compareLeftOver(app.ctx);
    expect(await served()).toEqual([]);
    expect((await check()).likely_refusers).toHaveLength(1);
    const body = { photo_ids: [photo] };
    await creator.call('POST', `/galleries/${gallery}/kept-inside`, { ...body, kept: true });
    expect(await check()).toMatchObject({ to_check: 0, likely_refusers: [], kept_inside: { total: 1 } });
    await creator.call('POST', `/galleries/${gallery}/kept-inside`, { ...body, kept: false });
    await say(photo, 'decline-link');
    expect(await served()).toEqual([photo]);
  });

  test('is asked of a link that counts as checked about these photos alone', async () => {
    const before = await add(FAR);
    await app.ctx.db.updateTable('share_link').set({ counts_as_checked: true }).execute();
    expect(await check()).toMatchObject({ to_check: 0 });
    const photo = await add(NEAR);
    expect(await check()).toMatchObject({ to_check: 1, likely_refusers: [{ name: 'Mia Berg' }] });
    const { links } = (await creator.call<{ links: ShareLink[] }>('GET', `/galleries/${gallery}/links`)).body
      .data;
    expect(links.map(({ to_check, person_count }) => [to_check, person_count > 0])).toEqual([[1, true]]);
    expect([await served(), photo === before]).toEqual([[before], false]);
  });

  test('of another club is waited for by number', async () => {
    await add(NEAR);
    const other = await createClub(app, 'TV Guests');
    await app.ctx.db.insertInto('gallery_club').values({ gallery_id: gallery, club_id: other }).execute();
    const foreign = await createActor(app, [{ role: 'club_admin', club: other }]);
    await app.ctx.db
      .updateTable('gallery')
      .set({ created_by: foreign.id })
      .where('id', '=', gallery)
      .execute();
    const now = await check(foreign);
    expect(now).toMatchObject({ likely_refusers: [], waiting_elsewhere: 1 });
    expect(JSON.stringify(now)).not.toMatch(/\bMia\b/);
  });
});

describe('the creator', () => {
  test('is told once, with the way to the check, and again when something else waits later', async () => {
    const [photo, second] = [await add(NEAR), await add(NEAR)];
    const [notification, ...more] = await told(creator);
    expect(more).toEqual([]);
    expect(notification).toMatchObject({ href: `/gallery/${gallery}?check=1`, settled_at: null });
    expect(JSON.stringify(notification)).not.toMatch(/\bMia\b/);
    expect(await told(admin)).toEqual([]);
    for (const waiting of [photo, second])
      if (!(await served()).includes(waiting)) await say(waiting, 'decline-link');
    await settleAllNotifications(app.ctx);
    expect((await told(creator)).map(({ settled_at }) => settled_at === null)).toEqual([false]);
    const ben = await createClubPerson(app, club, { first_name: 'Ben' });
    await sayConsent(app, ben, 'outside', 'no');
    await sayConsent(app, ben, 'guard', 'yes');
    await addReference(app, ben, embeddingAt(1), { purpose: 'guard' });
    axis = 1;
    await add(NEAR);
    expect((await told(creator)).map(({ settled_at }) => settled_at === null)).toEqual([true, false]);
  });

  test('is not told of photos that do not wait', async () => {
    await add(FAR);
    expect(await told(creator)).toEqual([]);
  });
});

describe('the wait ends with', () => {
  test('the refusal: the photo is shown', async () => {
    const photo = await add(NEAR);
    await answer(mother, mia, 'outside', 'yes');
    expect([await served(), await rows()]).toEqual([[photo], []]);
  });

  test('the consent, and what was answered before stays shown', async () => {
    const photo = await add(NEAR);
    await say(photo, 'decline-link');
    await answer(mother, mia, 'guard', 'no');
    expect([await served(), await rows()]).toEqual([[photo], []]);
  });

  test.each<[string, () => Promise<unknown>]>([
    ['the consent', () => answer(mother, mia, 'guard', 'no')],
    [
      'the end of the guardianship',
      () => mother.call('DELETE', `/family/guardianships/${mother.guardianship}`),
    ],
    ['the erasure of the person', () => admin.call('DELETE', `/clubs/${club}/people/${mia}`)],
    [
      'the picture',
      async () => {
        const [picture] = await app.ctx.db.selectFrom('guard_reference').select('id').execute();
        await mother.call('DELETE', `/my-photos/${mia}/guard-pictures/${picture!.id}`);
      },
    ],
    [
      'the date of the picture',
      async () => {
        const expires_on = addDays(calendarDateOf(new Date()), -1);
        await app.ctx.db.updateTable('guard_reference').set({ expires_on }).execute();
        await removeEndedReferences(app.ctx.db, app.ctx.clock.today());
      },
    ],
  ])(
    '%s, while the refusal stands: the photo is left out, and nothing says of whom it may be',
    async (_, end) => {
      const photo = await add(NEAR);
      expect(await served()).toEqual([]);
      await end();
      expect([await served(), await rows()]).toEqual([[], []]);
      expect(await check()).toMatchObject({ likely_refusers: [], kept_inside: { total: 1 } });
      const body = { photo_ids: [photo], kept: false };
      await creator.call('POST', `/galleries/${gallery}/kept-inside`, body);
      expect(await served()).toEqual([photo]);
    },
  );

  test('the last picture; with another one it is compared again', async () => {
    const photo = await add(NEAR);
    const other = await addReference(app, mia, embeddingAt(5), { purpose: 'guard' });
    const [first] = await app.ctx.db
      .selectFrom('guard_reference')
      .select('id')
      .where('id', '<>', other)
      .execute();
    await mother.call('DELETE', `/my-photos/${mia}/guard-pictures/${first!.id}`);
    expect([await served(), await rows()]).toEqual([[], []]);
    await compareLeftOver(app.ctx);
    expect(await served()).toEqual([photo]);
  });

  test('the club, when it is none of the gallery any more', async () => {
    const photo = await add(NEAR);
    await app.ctx.db.deleteFrom('event_club').execute();
    await compareLeftOver(app.ctx);
    expect([await served(), await rows()]).toEqual([[photo], []]);
  });

  test.each<[string, () => Promise<unknown>]>([
    ['is switched off', () => creator.call('PUT', `/galleries/links/${link.id}`, { is_active: false })],
    ['is deleted', () => creator.call('DELETE', `/galleries/links/${link.id}`)],
    [
      'has ended',
      async () => {
        await app.ctx.db
          .updateTable('share_link')
          .set({ expires_at: new Date(Date.now() - 1_000) })
          .execute();
        await compareLeftOver(app.ctx);
      },
    ],
  ])('the last link when it %s', async (_, end) => {
    await add(NEAR);
    const second = await createLink();
    await creator.call('DELETE', `/galleries/links/${second.id}`);
    expect(await rows()).toHaveLength(1);
    await upload();
    await end();
    expect(await rows()).toEqual([]);
    const waiting = await app.ctx.db
      .selectFrom('photo')
      .select('id')
      .where('awaits_comparison', '=', true)
      .execute();
    expect(waiting).toEqual([]);
  });

  test('grouping that separates the faces, and not with one by another recogniser', async () => {
    const photo = await add(NEAR);
    await app.ctx.db.updateTable('guard_reference').set({ recogniser: 'sface' }).execute();
    await group();
    expect(await served()).toEqual([]);
    expect((await check()).likely_refusers).toMatchObject([{ name: 'Mia Berg' }]);
    await app.ctx.db.updateTable('guard_reference').set({ recogniser: testRecogniser }).execute();
    await app.ctx.db
      .updateTable('face')
      .set({ embedding: `[${[...embeddingAt(7)].join()}]` })
      .where('photo_id', '=', photo)
      .execute();
    await group();
    expect([await served(), await rows()]).toEqual([[photo], []]);
  });

  test('an erasure that a restored backup brings back', async () => {
    await add(NEAR);
    const [before, pictures] = [
      await rows(),
      await app.ctx.db.selectFrom('guard_reference').selectAll().execute(),
    ];
    await mother.call('DELETE', `/my-photos/${mia}/guard-pictures/${pictures[0]!.id}`);
    const erasures = await app.ctx.db.transaction().execute(listErasures);
    await app.ctx.db.insertInto('guard_reference').values(pictures).execute();
    await app.ctx.db.insertInto('likely_refusal').values(before).execute();
    await app.ctx.db.updateTable('photo').set({ is_kept_inside: false }).execute();
    expect(await served()).toEqual([]);
    await app.ctx.db.transaction().execute((trx) => replayErasures(trx, erasures));
    expect([await served(), await rows()]).toEqual([[], []]);
  });
});

test('a face that a new analysis does not find keeps the photo waiting', async () => {
  const photo = await add(NEAR);
  await analyse(photo);
  await group();
  expect(await served()).toEqual([]);
});

test('what an ended process left over is compared later, and an answer meant for consent of nobody holds nothing', async () => {
  const photo = await upload();
  await analyse(photo, FAR);
  await sql`update face set awaits_grouping_since = null`.execute(app.ctx.db);
  await app.ctx.db.deleteFrom('job').execute();
  expect(await served()).toEqual([]);
  await compareLeftOver(app.ctx);
  expect(await served()).toEqual([photo]);
  await sayConsent(app, mia, 'guard', 'no', { ...guardian, by: mother.id });
  const later = await add(NEAR);
  expect((await served()).sort()).toEqual([photo, later].sort());
});
