/**
 * Photos are deleted and sent again in a gallery that people outside see: what was protected is shown no more than before.
 * @module-tag long
 */
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Notification } from '#server/contract/schemas/notifications.ts';
import type { ShareLink, SharingCheck } from '#server/contract/schemas/share-links.ts';
import { compareLeftOver } from '#server/features/sharing/share-links/compare-added-photos.ts';
import { clusterGallery } from '#server/jobs/handlers/cluster-gallery.ts';
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
import { groupByHand, personOf } from '#tests/support/faces.ts';
import { type StripedPhoto, uploadStriped } from '#tests/support/faces-in-stripes.ts';
import { type PhotoApp, startPhotoApp } from '#tests/support/photo-app.ts';
import { runs } from '#tests/support/thoroughness.ts';
import { world } from '#tests/support/world.ts';

let app: PhotoApp;
let owner: Actor;
let club: string;
let gallery: string;
let link: ShareLink;
let mia: string;
/** Mia, who refused, is on the first two. */
let photos: StripedPhoto[];

beforeAll(async () => {
  app = await startPhotoApp();
  owner = app.photographer;
});
afterAll(() => app.close());
const begin = world(async () => {
  club = await createClub(app);
  await addMember(app, club, owner.id);
  gallery = await createGallery(app, {
    event: await createEvent(app, [club]),
    photographer: owner.id,
    createdBy: owner.id,
  });
  mia = await createClubPerson(app, club, { name: 'Mia' });
  await sayConsent(app, mia, 'outside', 'no');
  photos = [];
  for (const people of [['mia', 'ben'], ['mia'], ['ben']])
    photos.push(await uploadStriped(app, gallery, people));
  await groupByHand(
    app,
    gallery,
    ['mia', 'ben'].map((name) => photos.flatMap(({ faces }) => faces[name] ?? [])),
  );
  await linkMia(photos[0]!);
  link = (await owner.call<ShareLink>('POST', `/galleries/${gallery}/links`, {})).body.data;
  return app;
});

const linkMia = async ({ faces }: StripedPhoto) =>
  owner.call('POST', `/facerecognition/faces/${await personOf(app, faces.mia!)}/link`, {
    club_person_id: mia,
  });
const remove = (...chosen: StripedPhoto[]) =>
  owner.call('POST', '/photos/bulk-delete', { photo_ids: chosen.map(({ id }) => id) });
/** The same people with other bytes: each upload of ours differs. */
const sendAgain = (people: readonly string[]) => uploadStriped(app, gallery, people);
const seen = async () =>
  (
    await caller(app.url)<{ photos: { id: string }[] }>('GET', `/galleries/shared/${link.token}/photos`)
  ).body.data.photos.map(({ id }) => id);
const group = () => clusterGallery(app.ctx).run({ gallery_id: gallery }, new AbortController().signal);
const question = async (by = owner) =>
  (await by.call<SharingCheck>('GET', `/galleries/${gallery}/sharing-check`)).body.data
    .added_after_removal ?? {
    total: 0,
    people: [],
    photo_ids: [] as string[],
  };
const answer = (photo_ids: string[], shown: boolean, by = owner) =>
  by.call('POST', `/galleries/${gallery}/added-photos`, { photo_ids, shown });
const told = async () =>
  (
    await owner.call<{ notifications: Notification[] }>('GET', '/notifications')
  ).body.data.notifications.filter(
    ({ kind, settled_at }) => kind === 'photos_waiting' && settled_at === null,
  );

describe('photos with somebody who refused, deleted and sent again', () => {
  test('wait from the first second, until an editor has answered one question; somebody is told', async () => {
    await remove(photos[0]!, photos[1]!);
    const again = [await sendAgain(['mia', 'ben']), await sendAgain(['mia'])];
    const other = await sendAgain(['ben']);
    expect(await seen()).toEqual([photos[2]!.id]);
    await group();
    expect(await seen()).toEqual([photos[2]!.id]);
    expect(await told()).toHaveLength(1);
    const asked = await question();
    expect(asked).toMatchObject({ total: 3, people: [{ club_person_id: mia, name: 'Mia' }] });
    await answer([again[0]!.id, again[1]!.id], false);
    expect((await question()).total).toBe(1);
    await answer([other.id], true);
    expect((await seen()).sort()).toEqual([photos[2]!.id, other.id].sort());
    expect(await told()).toHaveLength(0);
    // Answered: later ones do not wait.
    const later = await sendAgain(['ben']);
    await group();
    expect(await seen()).toContain(later.id);
  });

  test('are told of without any grouping, too', async () => {
    await remove(photos[0]!);
    await sendAgain(['mia']);
    await app.ctx.db.deleteFrom('job').execute();
    await compareLeftOver(app.ctx);
    await compareLeftOver(app.ctx);
    expect(await told()).toHaveLength(1);
  });

  test('wait also where the link was switched off meanwhile', async () => {
    const set = async (is_active: boolean) =>
      expect((await owner.call('PUT', `/galleries/links/${link.id}`, { is_active })).status).toBe(200);
    await set(false);
    await remove(photos[0]!, photos[1]!);
    await sendAgain(['mia']);
    await set(true);
    expect(await seen()).toEqual([photos[2]!.id]);
    await sendAgain(['mia']);
    expect(await seen()).toEqual([photos[2]!.id]);
  });

  test('do not wait where nobody on the deleted ones refused', async () => {
    await remove(photos[2]!);
    const again = await sendAgain(['ben']);
    await group();
    expect(await seen()).toContain(again.id);
    expect((await question()).total).toBe(0);
  });

  test('wait for an answer about those that were seen: what comes meanwhile waits on', async () => {
    await remove(photos[0]!);
    const first = await sendAgain(['ben']);
    const asked = await question();
    const meanwhile = await sendAgain(['mia']);
    await answer(asked.photo_ids, true);
    await group();
    expect(await seen()).toContain(first.id);
    expect(await seen()).not.toContain(meanwhile.id);
    expect((await question()).photo_ids).toEqual([meanwhile.id]);
  });

  test('name Mia to nobody who does not read the names of her club, and others do not answer', async () => {
    await remove(photos[0]!);
    const again = await sendAgain(['mia']);
    const stranger = await createActor(app);
    await app.ctx.db.updateTable('gallery').set({ created_by: stranger.id }).execute();
    expect(await question(stranger)).toMatchObject({ total: 1, people: [] });
    expect((await answer([again.id], true, await createActor(app))).status).toBe(403);
  });

  test('keep nothing of the faces', async () => {
    await remove(photos[0]!, photos[1]!);
    const rows = await app.ctx.db.selectFrom('removed_refuser').selectAll().execute();
    expect(rows.map((row) => Object.keys(row).sort())).toEqual([
      ['club_person_id', 'gallery_id', 'removed_at', 'who'],
    ]);
    await app.ctx.db.deleteFrom('club_person').where('id', '=', mia).execute();
    expect(await app.ctx.db.selectFrom('removed_refuser').selectAll().execute()).toEqual([]);
  });
});

test('photos that were left out by hand, deleted and exported again, wait', async () => {
  await owner.call('POST', `/galleries/${gallery}/kept-inside`, { photo_ids: [photos[2]!.id], kept: true });
  await remove(photos[2]!);
  const again = await sendAgain(['ben']);
  expect(await seen()).toEqual([]);
  expect(await question()).toMatchObject({ total: 1, people: [] });
  await answer([again.id], true);
  await group();
  expect(await seen()).toEqual([again.id]);
});

const pick = fc.nat({ max: 99 });
const step = fc.oneof(
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('delete and send again' as const), at: pick }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('delete' as const), at: pick }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('restore' as const) }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('group' as const) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('analyse again' as const), at: pick }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('another recogniser' as const) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('leave out' as const), at: pick }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('merge' as const), at: pick, into: pick }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('switch the link off and on' as const) }) },
);

test('histories: no picture of Mia is ever shown outside, and none that was left out', {
  timeout: 300_000,
}, async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 8 }), async (steps) => {
      await begin();
      /** What the photos show, by their ids, whatever became of their rows. */
      const shows = new Map(photos.map((photo) => [photo.id, photo]));
      const leftOut = new Set<string>();
      const mustNotBeSeen = async (after: string) => {
        const ids = await seen();
        const wrong = ids.filter((id) => shows.get(id)!.people.includes('mia') || leftOut.has(id));
        expect(wrong, after).toEqual([]);
      };
      for (const { kind, ...more } of steps) {
        const present = (
          await app.ctx.db
            .selectFrom('photo')
            .select('id')
            .where('gallery_id', '=', gallery)
            .orderBy('id')
            .execute()
        ).map(({ id }) => shows.get(id)!);
        const chosen = 'at' in more ? present[more.at % Math.max(1, present.length)] : undefined;
        if (kind === 'restore') await owner.call('POST', `/galleries/${gallery}/deleted-photos/restore`, {});
        if (kind === 'group') await group();
        if (kind === 'another recogniser')
          await app.ctx.db
            .updateTable('face')
            .set({ awaits_grouping_since: new Date(), is_current: false })
            .execute();
        if (kind === 'switch the link off and on')
          for (const is_active of [false, true])
            await owner.call('PUT', `/galleries/links/${link.id}`, { is_active });
        if (chosen && (kind === 'delete' || kind === 'delete and send again')) {
          await remove(chosen);
          await mustNotBeSeen('delete');
          if (kind === 'delete and send again') {
            const sent = await sendAgain(chosen.people);
            shows.set(sent.id, sent);
            if (leftOut.has(chosen.id)) leftOut.add(sent.id);
          }
        }
        if (chosen && kind === 'analyse again') await owner.call('POST', `/photos/${chosen.id}/analyse`, {});
        if (chosen && kind === 'leave out') {
          await owner.call('POST', `/galleries/${gallery}/kept-inside`, {
            photo_ids: [chosen.id],
            kept: true,
          });
          leftOut.add(chosen.id);
        }
        if (kind === 'merge' && 'into' in more) {
          const people = await app.ctx.db
            .selectFrom('person')
            .select('id')
            .where('gallery_id', '=', gallery)
            .orderBy('id')
            .execute();
          if (people.length > 1) {
            const [one, two] = [people[more.at % people.length]!, people[more.into % people.length]!];
            if (one !== two)
              await owner.call('POST', `/facerecognition/faces/${one.id}/merge`, { face_ids: [two.id] });
          }
        }
        await mustNotBeSeen(kind);
      }
    }),
    { numRuns: runs(6, 60), includeErrorInReport: true },
  );
});
