import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { lifetimes } from '#server/contract/lifetimes.ts';
import type { ClubQuota } from '#server/contract/schemas/storage-usage.ts';
import { type Actor, createActor, createClub, createEvent, createGallery } from '#tests/support/actors.ts';
import { guestsOf, newGuest } from '#tests/support/guests.ts';
import { type PhotoApp, startPhotoApp } from '#tests/support/photo-app.ts';
import { quarters } from '#tests/support/test-images.ts';

let app: PhotoApp;
let admin: Actor;
let clubAdmin: Actor;
let [club, neighbour] = ['', ''];
let gallery: string;
let picture: Buffer;

beforeAll(async () => {
  app = await startPhotoApp();
  admin = await createActor(app, ['admin']);
  picture = await quarters().jpeg().toBuffer();
});
afterAll(() => app.close());

beforeEach(async () => {
  await app.ctx.db.deleteFrom('photo').execute();
  [club, neighbour] = [await createClub(app, 'North'), await createClub(app, 'South')];
  clubAdmin = await createActor(app, [{ role: 'club_admin', club }]);
  const event = await createEvent(app, [club, neighbour]);
  gallery = await createGallery(app, {
    event,
    photographer: app.photographer.id,
    createdBy: app.photographer.id,
  });
});

/** A picture of its own: the same pixels, and bytes behind them that no decoder reads. */
const pictureOf = (bytes: number, n: number) => {
  const file = Buffer.alloc(bytes);
  picture.copy(file);
  file.writeUInt32BE(n, bytes - 4);
  return file;
};
const setQuota = (quota_bytes: number | null, of = club, who = admin) =>
  who.call<ClubQuota | null>('PUT', `/clubs/${of}/storage`, { quota_bytes });
const quotaOf = async (of = club, who = admin) =>
  (await who.call<ClubQuota | null>('GET', `/clubs/${of}/storage`)).body.data;
const upload = (bytes: number, n: number) => app.send(pictureOf(bytes, n), { gallery });
const used = async () =>
  Number(
    (
      await app.ctx.db
        .selectFrom('photo')
        .select((eb) => eb.fn.coalesce(eb.fn.sum('bytes'), eb.lit(0)).as('bytes'))
        .executeTakeFirstOrThrow()
    ).bytes,
  );
const begin = (bytes: number) =>
  fetch(`${app.url}/api/photos/uploads`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${app.photographer.token}`,
      'tus-resumable': '1.0.0',
      'upload-length': String(bytes),
      'upload-metadata': `gallery_id ${Buffer.from(gallery).toString('base64')},filename ${btoa('a.jpg')}`,
    },
  });
const send = (path: string, body: Buffer) =>
  fetch(`${app.url}${path}`, {
    method: 'PATCH',
    headers: {
      authorization: `Bearer ${app.photographer.token}`,
      'tus-resumable': '1.0.0',
      'content-type': 'application/offset+octet-stream',
      'upload-offset': '0',
    },
    body: new Uint8Array(body),
  });
const codeOf = async (answer: Response) => [answer.status, ((await answer.json()) as { code: string }).code];
const full = [403, 'club_storage_full'];

describe('without a quota', () => {
  test('nothing is limited, and nobody sees one', async () => {
    expect((await upload(30_000, 1)).status).toBe(201);
    expect(await quotaOf(club, clubAdmin)).toBeNull();
    const { body } = await app.photographer.call('GET', `/galleries/${gallery}/storage`);
    expect(body.data).toEqual({ quotas: [] });
  });
});

describe('a quota', () => {
  test('is set by global administrators, audited, and read by those of the club and by those who upload', async () => {
    expect((await setQuota(50_000, club, clubAdmin)).body.code).toBe('club_forbidden');
    expect((await setQuota(0)).body.code).toBe('field_invalid');
    expect((await setQuota(1.5)).body.code).toBe('field_invalid');
    const quota = { club_id: club, name: 'North', bytes: 0, quota_bytes: 50_000 };
    expect((await setQuota(50_000)).body.data).toEqual(quota);
    await upload(30_000, 1);
    expect(await quotaOf(club, clubAdmin)).toEqual({ ...quota, bytes: 30_000 });
    const ofGallery = await app.photographer.call('GET', `/galleries/${gallery}/storage`);
    expect(ofGallery.body.data).toEqual({ quotas: [{ ...quota, bytes: 30_000 }] });
    const others = [
      await createActor(app),
      await createActor(app, [{ role: 'club_admin', club: neighbour }]),
    ];
    for (const other of others)
      expect((await other.call('GET', `/clubs/${club}/storage`)).body.code).toBe('club_forbidden');
    const list = await admin.call<{ clubs: unknown[] }>('GET', '/storage/clubs?limit=500');
    expect(list.body.data.clubs).toContainEqual({ ...quota, photos: 1, bytes: 30_000 });
    const entry = await app.ctx.db
      .selectFrom('audit_entry')
      .select(['action', 'target_id', 'params'])
      .where('target_id', '=', club)
      .executeTakeFirstOrThrow();
    expect(entry).toEqual({
      action: 'club.setStorageQuota',
      target_id: club,
      params: { quota_bytes: 50_000 },
    });
    expect((await setQuota(null)).body.data).toBeNull();
  });

  test('refuses a photo that does not fit, of any club of the event, and keeps nothing of it', async () => {
    await setQuota(50_000, neighbour);
    await setQuota(500_000, club);
    expect((await upload(30_000, 1)).status).toBe(201);
    const before = await app.stock();
    const refused = await upload(20_001, 2);
    expect([refused.status, refused.body.code]).toEqual(full);
    expect(refused.body).toMatchObject({ params: { club: 'South' } });
    await app.removeLeftovers();
    expect(await app.stock()).toEqual(before);
    expect((await upload(20_000, 3)).status).toBe(201);
  });

  test('refuses before the bytes are taken, in one piece and in parts', async () => {
    await setQuota(10_000);
    const path = `/photos/upload?gallery_id=${gallery}`;
    const form = new FormData();
    form.set('file', new Blob([new Uint8Array(900_000)]), 'a.jpg');
    // No picture: had it been read, it would have been refused as one.
    expect((await app.photographer.call('POST', path, form)).body.code).toBe('club_storage_full');
    expect(await codeOf(await begin(10_001))).toEqual(full);
    expect(await app.ctx.db.selectFrom('resumable_upload').selectAll().execute()).toEqual([]);
    expect((await begin(10_000)).status).toBe(201);
  });

  test('refuses what is sent in parts when the quota was lowered meanwhile', async () => {
    await setQuota(50_000);
    const location = (await begin(30_000)).headers.get('location')!;
    await setQuota(20_000);
    const before = await app.stock();
    expect(await codeOf(await send(location, pictureOf(30_000, 2)))).toEqual(full);
    await app.removeLeftovers();
    expect(await app.stock()).toEqual(before);
  });

  test('counts bytes that uploads going on will bring, in every way in, until they pause', async () => {
    await setQuota(50_000);
    const location = (await begin(30_000)).headers.get('location')!;
    expect(await codeOf(await begin(20_001))).toEqual(full);
    expect((await upload(20_001, 1)).body.code).toBe('club_storage_full');
    const guests = guestsOf(app);
    const guest = newGuest(await guests.createLink(gallery, { name: 'Parents' }));
    expect((await guests.begin(guest, 20_001)).body.code).toBe('club_storage_full');
    expect((await guests.begin(guest, 20_000)).status).toBe(201);
    expect((await upload(1_000, 2)).body.code).toBe('club_storage_full');
    // What was announced fits.
    expect((await send(location, pictureOf(30_000, 3))).status).toBe(201);
    app.clock.set(new Date(Date.now() + lifetimes.announcedBytesMs + 1000));
    expect((await upload(20_000, 4)).status).toBe(201);
    app.clock.set(null);
  });

  test('lets photos pass that are there already: they need no room', async () => {
    await upload(30_000, 1);
    await setQuota(30_000);
    expect((await upload(30_000, 1)).body.data.duplicate).toBe(true);
    const { headers } = await begin(30_000);
    expect((await send(headers.get('location')!, pictureOf(30_000, 1))).status).toBe(200);
    expect(await codeOf(await begin(30_001))).toEqual(full);
  });

  test('deletes nothing when it is lower than what is used; deleting photos for good makes room at once', async () => {
    await upload(30_000, 1);
    const second = (await upload(30_000, 2)).body.data;
    await setQuota(40_000);
    expect(await quotaOf()).toMatchObject({ bytes: 60_000, quota_bytes: 40_000 });
    expect((await upload(10_000, 3)).body.code).toBe('club_storage_full');
    expect((await admin.call('DELETE', `/photos/${second.id}`)).status).toBe(200);
    expect((await upload(10_000, 3)).body.code).toBe('club_storage_full');
    const at = `/galleries/${second.gallery_id}/deleted-photos/purge`;
    expect((await admin.call('POST', at, {})).status).toBe(200);
    expect((await upload(10_000, 3)).status).toBe(201);
    expect(await used()).toBe(40_000);
  });

  test('holds however many photos come at once', async () => {
    await setQuota(70_000);
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, n) =>
        n % 2
          ? upload(10_000, n).then(({ status }) => status)
          : begin(10_000).then(async ({ headers, status }) => {
              const location = headers.get('location');
              return location ? (await send(location, pictureOf(10_000, n))).status : status;
            }),
      ),
    );
    expect(await used()).toBe(70_000);
    expect(answers.filter((status) => status === 201)).toHaveLength(7);
    expect(answers.filter((status) => status === 403)).toHaveLength(13);
  });
});
