/**
 * A photo that was protected is sent again by its path, edited so much that it counts as another shot: no more is shown than before.
 * @module-tag long
 */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createImaging } from '#ml/imaging/decoder-pool.ts';
import type { ShareLink, SharingCheck } from '#server/contract/schemas/share-links.ts';
import type { Takedown } from '#server/contract/schemas/takedowns.ts';
import {
  type Actor,
  addMember,
  caller,
  createActor,
  createClub,
  createEvent,
  createGallery,
} from '#tests/support/actors.ts';
import { giveKey } from '#tests/support/api-keys.ts';
import { createClubPerson, sayConsent } from '#tests/support/club-people.ts';
import { groupByHand, personOf, saveFoundFaces } from '#tests/support/faces.ts';
import { type PhotoApp, startPhotoApp } from '#tests/support/photo-app.ts';
import { openTestInbox } from '#tests/support/test-inbox.ts';
import { textured } from '#tests/support/textured.ts';
import { world } from '#tests/support/world.ts';

const imaging = createImaging({ processes: 1 });
let app: PhotoApp;
let owner: Actor;
let member: Actor;
let club: string;
let event: string;
let gallery: string;
let link: ShareLink;
let key: string;

beforeAll(async () => {
  app = await startPhotoApp();
  owner = app.photographer;
});
afterAll(async () => {
  await app.close();
  await imaging.close();
});
world(async () => {
  club = await createClub(app);
  member = await createActor(app);
  for (const { id } of [owner, member]) await addMember(app, club, id);
  event = await createEvent(app, [club]);
  gallery = await createGallery(app, { event, photographer: owner.id, createdBy: owner.id, name: 'Final' });
  link = (await owner.call<ShareLink>('POST', `/galleries/${gallery}/links`, {})).body.data;
  key = (await giveKey(app, owner, 'manage')).key;
  return app;
});

const dav = (method: string, name: string, body?: Buffer) =>
  fetch(`${app.url}/dav/event-${event}/Final/${name}`, {
    method,
    headers: { Authorization: `Bearer ${key}` },
    ...(body && { body: new Uint8Array(body) }),
  });
const put = async (body: Buffer, name = 'A.jpg') => {
  expect((await dav('PUT', name, body)).ok).toBe(true);
};

/** The ways in that know paths: each puts a file at the same one. */
const doors = {
  WebDAV: () => ({ put, async [Symbol.asyncDispose]() {} }),
  'the hot folder': async () => {
    const dir = await mkdtemp(join(tmpdir(), 'clublens-inbox-'));
    const inbox = await openTestInbox({ app, imaging, dir, account: owner.username });
    return {
      async put(body: Buffer) {
        await writeFile(join(dir, `event-${event}`, 'Final', 'A.jpg'), body);
        await inbox.takeAll();
      },
      [Symbol.asyncDispose]: () => rm(dir, { recursive: true }),
    };
  },
};

const photos = async () =>
  (
    await app.ctx.db
      .selectFrom('photo')
      .select('id')
      .where('gallery_id', '=', gallery)
      .orderBy('id')
      .execute()
  ).map(({ id }) => id);
/** What visitors and members are shown, once it was found who is on the photos. */
const shown = async () => {
  await app.ctx.db.updateTable('photo').set({ awaits_comparison: false, awaits_grouping: false }).execute();
  const read = async (path: string, who?: Actor) => {
    const { body } = await caller(app.url, who?.token)<{ photos: { id: string }[] }>('GET', path);
    return body.data.photos.map((photo) => photo.id);
  };
  return {
    visitors: await read(`/galleries/shared/${link.token}/photos`),
    members: await read(`/photos/gallery/${gallery}`, member),
  };
};
const hide = (id: string) => member.call('POST', `/photos/${id}/takedown`, {});
const leaveOut = (id: string) =>
  owner.call('POST', `/galleries/${gallery}/kept-inside`, { photo_ids: [id], kept: true });
const nobody = { visitors: [], members: [] };

describe.each(Object.entries(doors))('by %s', (_name, open) => {
  test('of a hidden photo it is hidden, and those who decide are asked', async () => {
    await using door = await open();
    await door.put(await textured(1));
    const [first = ''] = await photos();
    await hide(first);
    expect(await shown()).toEqual(nobody);
    await door.put(await textured(2));
    const [, second = ''] = await photos();
    expect(second).not.toBe('');
    expect(await shown()).toEqual(nobody);
    // Once more: what lay there last is protected in turn.
    await door.put(await textured(3));
    expect(await photos()).toHaveLength(3);
    expect(await shown()).toEqual(nobody);
    const { takedowns } = (
      await owner.call<{ takedowns: Takedown[] }>('GET', `/galleries/${gallery}/takedowns`)
    ).body.data;
    const of = takedowns.find(({ photo }) => photo.id === second)!;
    await owner.call('POST', `/galleries/${gallery}/takedowns/${of.id}/decide`, { decision: 'declined' });
    expect(await shown()).toEqual({ visitors: [second], members: [second] });
  });

  test('of one left out by hand it is left out', async () => {
    await using door = await open();
    await door.put(await textured(1));
    const [first = ''] = await photos();
    await leaveOut(first);
    await door.put(await textured(2));
    const both = await photos();
    expect(both).toHaveLength(2);
    const { visitors, members } = await shown();
    expect([visitors, members.sort()]).toEqual([[], both]);
  });

  test('of one with somebody who refused it waits for an answer, and no other photo does', async () => {
    await using door = await open();
    await door.put(await textured(1));
    const [first = ''] = await photos();
    const faces = await saveFoundFaces(app, { id: first, gallery_id: gallery }, ['mia']);
    await groupByHand(app, gallery, [faces]);
    const club_person_id = await createClubPerson(app, club);
    await app.ctx.db
      .insertInto('club_person_link')
      .values({ person_id: await personOf(app, faces[0]!), club_id: club, club_person_id })
      .execute();
    await sayConsent(app, club_person_id, 'outside', 'no');
    expect((await shown()).visitors).toEqual([]);
    await door.put(await textured(2));
    const [, second = ''] = await photos();
    expect((await shown()).visitors).toEqual([]);
    await app.send(await textured(4), { gallery });
    const [, , third = ''] = await photos();
    expect((await shown()).visitors).toEqual([third]);
    const { body } = await owner.call<SharingCheck>('GET', `/galleries/${gallery}/sharing-check`);
    expect(body.data.added_after_removal?.photo_ids).toEqual([second]);
    await owner.call('POST', `/galleries/${gallery}/added-photos`, { photo_ids: [second], shown: true });
    expect((await shown()).visitors.sort()).toEqual([second, third]);
  });

  test('of one that nobody spoke against it is a photo like any other', async () => {
    await using door = await open();
    await door.put(await textured(1));
    await door.put(await textured(2));
    const both = await photos();
    expect(both).toHaveLength(2);
    expect((await shown()).visitors.sort()).toEqual(both);
  });

  test('of a hidden photo that was deleted since it is hidden', async () => {
    await using door = await open();
    await door.put(await textured(1));
    const [first = ''] = await photos();
    await hide(first);
    await owner.call('DELETE', `/photos/${first}`);
    await door.put(await textured(2));
    expect(await photos()).toHaveLength(1);
    expect(await shown()).toEqual(nobody);
  });
});

describe('what programs do before they send it', () => {
  const protect = async () => {
    await put(await textured(1));
    await hide((await photos())[0]!);
  };
  test.each<[string, () => Promise<unknown>]>([
    ['send what is no photo', () => dav('PUT', 'A.jpg', Buffer.from('no photo'))],
    ['send an empty file', () => dav('PUT', 'A.jpg', Buffer.alloc(0))],
    ['delete the path', () => dav('DELETE', 'A.jpg')],
    [
      'delete the path and lock its name',
      async () => {
        await dav('DELETE', 'A.jpg');
        await dav('PUT', 'A.jpg', Buffer.alloc(0));
      },
    ],
  ])('%s: the next photo is hidden all the same', async (_, before) => {
    await protect();
    await before();
    await put(await textured(2));
    expect((await photos()).length).toBeGreaterThan(0);
    expect(await shown()).toEqual(nobody);
  });
});
