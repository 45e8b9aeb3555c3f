import { beforeEach, expect, test } from 'vitest';
import type {
  StorageOfClubs,
  StorageOfGalleries,
  StorageOfPhotographers,
} from '#server/contract/schemas/storage-usage.ts';
import {
  type Actor,
  createActor,
  createClub,
  createEvent,
  createGallery,
  createPhoto,
} from '#tests/support/actors.ts';
import { startTestAppBeforeAll } from '#tests/support/test-app.ts';

const app = startTestAppBeforeAll();
let admin: Actor;
let [north, south, empty] = ['', '', ''];
let [shared, ofNorth, withoutClub] = ['', '', ''];

/** Photos are of 1,000 bytes each. */
async function addPhotos(gallery: string, count: number, uploadedBy?: string): Promise<void> {
  for (let n = 0; n < count; n += 1) await createPhoto(app, gallery, uploadedBy ? { uploadedBy } : {});
}

const ask = async <T>(path: string, who = admin) => (await who.call<T>('GET', `/storage/${path}`)).body.data;

beforeEach(async () => {
  for (const table of ['stored_gallery', 'event', 'club'] as const)
    await app.ctx.db.deleteFrom(table).execute();
  admin = await createActor(app, ['admin']);
  [north, south, empty] = [
    await createClub(app, 'North'),
    await createClub(app, 'South'),
    await createClub(app, 'Empty'),
  ];
  shared = await createGallery(app, { event: await createEvent(app, [north, south]), name: 'Derby' });
  ofNorth = await createGallery(app, { event: await createEvent(app, [north]), name: 'Training' });
  withoutClub = await createGallery(app, { event: await createEvent(app), name: 'Old' });
});

test('a gallery of an event of two clubs counts in each club, and once in the sum of all', async () => {
  await addPhotos(shared, 3);
  await addPhotos(ofNorth, 4);
  await addPhotos(withoutClub, 2);
  // A club that was let in sees the gallery; its event is none of that club's.
  await app.ctx.db.insertInto('gallery_club').values({ gallery_id: ofNorth, club_id: south }).execute();
  const nobody = { club_id: null, name: null, photos: 2, bytes: 2_000, quota_bytes: null };
  expect(await ask<StorageOfClubs>('clubs')).toEqual({
    used: { photos: 9, bytes: 9_000 },
    clubs: [
      { club_id: north, name: 'North', photos: 7, bytes: 7_000, quota_bytes: null },
      { club_id: south, name: 'South', photos: 3, bytes: 3_000, quota_bytes: null },
      nobody,
      { club_id: empty, name: 'Empty', photos: 0, bytes: 0, quota_bytes: null },
    ],
    total: 4,
  });
  const page = await ask<StorageOfClubs>('clubs?limit=1&offset=2');
  expect(page).toEqual({ used: { photos: 9, bytes: 9_000 }, clubs: [nobody], total: 4 });
  const beyond = await ask<StorageOfClubs>('clubs?offset=4');
  expect(beyond).toEqual({ used: { photos: 9, bytes: 9_000 }, clubs: [], total: 4 });
});

test('galleries are listed largest first: all, those of a club, and those of no club', async () => {
  await addPhotos(shared, 1);
  await addPhotos(ofNorth, 3);
  await addPhotos(withoutClub, 2);
  const names = async (query: string) =>
    (await ask<StorageOfGalleries>(`galleries${query}`)).galleries.map(({ name, bytes }) => [name, bytes]);
  expect(await names('')).toEqual([
    ['Training', 3_000],
    ['Old', 2_000],
    ['Derby', 1_000],
  ]);
  expect(await names(`?club_id=${north}`)).toEqual([
    ['Training', 3_000],
    ['Derby', 1_000],
  ]);
  expect(await names(`?club_id=${south}`)).toEqual([['Derby', 1_000]]);
  expect(await names(`?club_id=${empty}`)).toEqual([]);
  expect(await names('?without_club=true')).toEqual([['Old', 2_000]]);
  expect(await ask(`galleries?club_id=${north}&limit=1&offset=1`)).toEqual({
    galleries: [
      {
        gallery_id: shared,
        name: 'Derby',
        event_name: 'Cup final',
        is_deleted: false,
        photos: 1,
        bytes: 1_000,
      },
    ],
    total: 2,
  });
  expect((await admin.call('GET', '/storage/galleries?club_id=north')).body.code).toBe('club_not_found');
});

test('photographers are the accounts that uploaded; photos of deleted accounts are one entry', async () => {
  const [first, second] = [
    await createActor(app, ['photographer']),
    await createActor(app, ['photographer']),
  ];
  await addPhotos(shared, 2, first.id);
  await addPhotos(ofNorth, 1, first.id);
  await addPhotos(ofNorth, 2, second.id);
  await addPhotos(withoutClub, 1);
  const list = () => ask<StorageOfPhotographers>('photographers');
  const sums = async () => (await list()).photographers.map(({ user_id, photos }) => [user_id, photos]);
  expect(await sums()).toEqual([
    [first.id, 3],
    [second.id, 2],
    [null, 1],
  ]);
  expect((await list()).photographers[0]).toMatchObject({
    name: expect.stringMatching(/^user No/),
    bytes: 3_000,
  });
  await app.ctx.db.deleteFrom('app_user').where('id', '=', first.id).execute();
  expect(await sums()).toEqual([
    [null, 4],
    [second.id, 2],
  ]);
});

test('an empty installation uses nothing, and only global administrators read it', async () => {
  expect((await ask<StorageOfClubs>('clubs')).used).toEqual({ photos: 0, bytes: 0 });
  expect(await ask('galleries')).toEqual({ galleries: [], total: 0 });
  expect(await ask('photographers')).toEqual({ photographers: [], total: 0 });
  const others = [
    await createActor(app, ['photographer']),
    await createActor(app, [{ role: 'club_admin', club: north }]),
  ];
  for (const other of others)
    for (const path of ['clubs', 'galleries', 'photographers'])
      expect((await other.call('GET', `/storage/${path}`)).body.code).toBe('forbidden');
});
