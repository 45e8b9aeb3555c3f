/** @module-tag long */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Club } from '#server/contract/schemas/clubs.ts';
import type { Photo } from '#server/contract/schemas/photos.ts';
import { saveFaces } from '#server/features/faces/recognition/save-faces.repository.ts';
import {
  type Actor,
  addMember,
  type Call,
  caller,
  createActor,
  createClub,
  createEvent,
  createGallery,
} from '#tests/support/actors.ts';
import { createClubPerson, sayConsent } from '#tests/support/club-people.ts';
import { foundFace, groupByHand, personOf, testRecogniser } from '#tests/support/faces.ts';
import { blurredIn, type StripedPhoto, uploadStriped } from '#tests/support/faces-in-stripes.ts';
import { familyOf } from '#tests/support/families.ts';
import { type PhotoApp, startPhotoApp } from '#tests/support/photo-app.ts';
import { unzip } from '#tests/support/zip.ts';

/** A club that shows photos of people who refused with their faces blurred, and every road by which bytes leave. */
const SIZES = ['small', 'medium', 'large', 'original'];
let app: PhotoApp;
let admin: Actor;
let stranger: Actor;
let club: string;
let gallery: string;
/** Mia and Ben, and Ben alone. */
let both: StripedPhoto;
let alone: StripedPhoto;
let persons: { mia: string; ben: string };
let mia: string;
const links: Record<string, string> = {};

beforeAll(async () => {
  app = await startPhotoApp();
  club = await createClub(app);
  admin = await createActor(app, [{ role: 'club_admin', club }]);
  stranger = await createActor(app);
  gallery = await createGallery(app, {
    event: await createEvent(app, [club]),
    visibility: 'public',
    photographer: app.photographer.id,
    createdBy: app.photographer.id,
  });
  both = await uploadStriped(app, gallery, ['mia', 'ben']);
  alone = await uploadStriped(app, gallery, ['ben']);
  await groupByHand(app, gallery, [[both.faces.mia!], [both.faces.ben!, alone.faces.ben!]]);
  persons = { mia: await personOf(app, both.faces.mia!), ben: await personOf(app, both.faces.ben!) };
  mia = await createClubPerson(app, club, { name: 'Mia' });
  await link(mia, persons.mia);
  const scopes = {
    gallery: { show_people: true },
    people: { person_ids: [persons.ben] },
    photos: { photo_ids: [both.id, alone.id] },
  };
  for (const [scope, fields] of Object.entries(scopes)) {
    const made = await app.photographer.call<{ token: string }>(
      'POST',
      `/galleries/${gallery}/links`,
      fields,
    );
    links[scope] = made.body.data.token;
  }
});
afterAll(() => app.close());

const link = (clubPerson: string, person_id: string, club_id = club) =>
  app.ctx.db
    .insertInto('club_person_link')
    .values({ person_id, club_id, club_person_id: clubPerson })
    .execute();
const choose = (refused_outside: Club['refused_outside'], by = admin) =>
  by.call<Club>('PUT', `/clubs/${club}`, { refused_outside });

type Road = { name: string; get: (headers?: Record<string, string>) => Promise<Response> };
function road(name: string, path: string, token?: string): Road {
  const auth: Record<string, string> = token ? { Authorization: `Bearer ${token}` } : {};
  return { name, get: (headers = {}) => fetch(`${app.url}${path}`, { headers: { ...auth, ...headers } }) };
}

/** Every way to the bytes of the photo for people outside the club: one by one, and in archives. */
async function roads(viewer = stranger): Promise<{ single: Road[]; archives: Road[] }> {
  const single = SIZES.map((size) =>
    road(`public ${size}`, `/api/photos/${both.id}/download?size=${size}`, viewer.token),
  );
  const archives = [road('public archive', `/api/galleries/${gallery}/download`, viewer.token)];
  const chosen = await viewer.call<{ url: string }>('POST', `/galleries/${gallery}/download`, {
    photo_ids: [both.id],
  });
  if (chosen.status < 300) archives.push(road('public selection', chosen.body.data.url, viewer.token));
  for (const [scope, token] of Object.entries(links)) {
    for (const size of SIZES)
      single.push(
        road(`${scope} ${size}`, `/api/galleries/shared/${token}/photos/${both.id}/download?size=${size}`),
      );
    archives.push(road(`${scope} archive`, `/api/galleries/shared/${token}/download`));
    const made = await caller(app.url)<{ url: string }>('POST', `/galleries/shared/${token}/download`, {
      photo_ids: [both.id],
    });
    if (made.status < 300) archives.push(road(`${scope} selection`, made.body.data.url));
  }
  return { single, archives };
}

/** Whose faces are blurred on each road; `left out` where the photo does not come. */
async function seen(viewer = stranger): Promise<Record<string, string>> {
  const found: Record<string, string> = {};
  const { single, archives } = await roads(viewer);
  for (const { name, get } of single) {
    const response = await get();
    const bytes = Buffer.from(await response.arrayBuffer());
    found[name] = response.status === 200 ? `blurred: ${await blurredIn(bytes, both)}` : 'left out';
  }
  for (const { name, get } of archives) {
    const response = await get();
    const files = response.status === 200 ? unzip(Buffer.from(await response.arrayBuffer())) : [];
    const file = files.find((each) => each.name.startsWith(both.filename.replace('.png', '')));
    found[name] = file ? `blurred: ${await blurredIn(file.bytes, both)}` : 'left out';
  }
  return found;
}
const values = (found: Record<string, string>) => [...new Set(Object.values(found))];

test('nothing is blurred before somebody refuses; who refused before the club chose to blur is left out until a new answer', async () => {
  const before = await seen();
  expect(Object.keys(before)).toHaveLength(24);
  expect(values(before)).toEqual(['blurred: ']);
  await sayConsent(app, mia, 'outside', 'no');
  expect(values(await seen())).toEqual(['left out']);
  expect((await choose('blur', stranger)).status).toBe(403);
  expect((await choose('blur')).body.data.refused_outside).toBe('blur');
  expect(values(await seen())).toEqual(['left out']);
  // The second answer was read beside the text about blurring.
  await sayConsent(app, mia, 'outside', 'no');
  expect(values(await seen())).toEqual(['blurred: mia']);
});

describe('where the club chose to blur', () => {
  test('every road gives a JPEG without metadata with that face blurred and no other', async () => {
    expect(values(await seen())).toEqual(['blurred: mia']);
    const { single } = await roads();
    for (const { name, get } of single) {
      const response = await get();
      const bytes = Buffer.from(await response.arrayBuffer());
      expect([name, response.headers.get('content-type')]).toEqual([name, 'image/jpeg']);
      expect(response.headers.get('cache-control')).toMatch(/^(private, no-cache|no-store)$/);
      expect(response.headers.get('content-disposition')).toMatch(/striped-\d+\.jpg/);
      expect(bytes.includes('SECRET')).toBe(false);
    }
  });

  test('those who belong to the gallery see the face, and get the original byte by byte', async () => {
    for (const actor of [app.photographer, admin]) {
      const get = road('', `/api/photos/${both.id}/download?size=original`, actor.token).get;
      const bytes = Buffer.from(await (await get()).arrayBuffer());
      expect(await blurredIn(bytes, both)).toEqual([]);
      expect(bytes.includes('SECRET-CAMERA')).toBe(true);
    }
  });

  test('a picture kept by a browser is not called unchanged when the set of blurred faces has changed', async () => {
    // Without the link to Ben's photos, which ends with his no.
    const lastingRoads = async () => (await roads()).single.filter(({ name }) => !name.startsWith('people'));
    const tagsNow = async () => {
      const single = await lastingRoads();
      return Promise.all(single.map(async ({ get }) => (await get()).headers.get('etag') ?? ''));
    };
    const states: string[][] = [await tagsNow()];
    const ben = await createClubPerson(app, club, { name: 'Ben' });
    await link(ben, persons.ben);
    await sayConsent(app, ben, 'outside', 'no');
    const bothRefuse = await seen();
    for (const [name, whose] of Object.entries(bothRefuse))
      expect([name, whose]).toEqual([name, name.startsWith('people') ? 'left out' : 'blurred: mia,ben']);
    states.push(await tagsNow());
    await sayConsent(app, mia, 'outside', 'yes');
    states.push(await tagsNow());
    await app.ctx.db.deleteFrom('club_person_link').where('club_person_id', '=', ben).execute();
    states.push(await tagsNow());
    await sayConsent(app, mia, 'outside', 'withdrawn');
    const [first] = states;
    expect(await tagsNow()).toEqual(first);
    for (const [i, { get }] of (await lastingRoads()).entries()) {
      expect((await get({ 'If-None-Match': first![i]! })).status).toBe(304);
      for (const other of states.slice(1)) {
        expect((await get({ 'If-None-Match': other[i]! })).status).toBe(200);
        const resumed = await get({ Range: 'bytes=100-', 'If-Range': other[i]! });
        expect(resumed.status).toBe(200);
        await resumed.arrayBuffer();
      }
    }
  });

  test('the photo counts as shown, without a placeholder of its clear picture', async () => {
    const list = await stranger.call<{ photos: Photo[]; total: number }>('GET', `/photos/gallery/${gallery}`);
    expect(list.body.data.total).toBe(2);
    const hashes = Object.fromEntries(list.body.data.photos.map(({ id, thumbhash }) => [id, thumbhash]));
    expect(hashes).toEqual({ [both.id]: null, [alone.id]: expect.any(String) });
    const one = await stranger.call<Photo>('GET', `/photos/${both.id}`);
    expect(one.body.data.thumbhash).toBe(null);
    const shared = await caller(app.url)<{ photos: Photo[] }>(
      'GET',
      `/galleries/shared/${links.gallery}/photos`,
    );
    expect(shared.body.data.photos.find(({ id }) => id === both.id)?.thumbhash).toBe(null);
    type Described = { preview_photo_id: string; preview_thumbhash: string | null; photo_count: number };
    const described = await stranger.call<Described>('GET', `/galleries/${gallery}`);
    expect(described.body.data).toMatchObject({
      photo_count: 2,
      preview_photo_id: both.id,
      preview_thumbhash: null,
    });
    const admins = await admin.call<Described>('GET', `/galleries/${gallery}`);
    expect(admins.body.data.preview_thumbhash).toEqual(expect.any(String));
    const made = await app.photographer.call<{ links: object[] }>('GET', `/galleries/${gallery}/links`);
    for (const each of made.body.data.links) expect(each).toMatchObject({ photo_count: 2, kept_inside: 0 });
  });

  test('strangers are not told of the person: in no list, by no filter, with no box', async () => {
    const get = async (call: Call, path: string) => JSON.stringify((await call('GET', path)).body);
    const told = async (call: Call) => ({
      people: (await get(call, `/facerecognition/galleries/${gallery}/faces`)).includes(persons.mia),
      photos: (await get(call, `/facerecognition/faces/${persons.mia}/photos`)).includes(both.id),
      filter: (await get(call, `/photos/gallery/${gallery}?face_id=${persons.mia}`)).includes(both.id),
      faces: (await get(call, `/facerecognition/faces/${persons.mia}/faces`)).includes(both.faces.mia!),
      'faces of the photo': (await get(call, `/photos/${both.id}/faces`)).includes(both.faces.mia!),
      archive: (await call('POST', `/galleries/${gallery}/download`, { face_id: persons.mia })).status < 300,
      count: (await get(call, `/facerecognition/galleries/${gallery}/summary`)).includes('"unique_faces":2'),
      'count of people': (await get(call, `/galleries/${gallery}`)).includes('"people_count":2'),
    });
    const toldAll = (told: boolean) => ({
      people: told,
      photos: told,
      filter: told,
      faces: told,
      'faces of the photo': told,
      archive: told,
      count: told,
      'count of people': told,
    });
    expect(await told(stranger.call)).toEqual(toldAll(false));
    expect(await told(admin.call)).toEqual(toldAll(true));
    const filter = await get(caller(app.url), `/galleries/shared/${links.gallery}/people`);
    expect([filter.includes(persons.mia), filter.includes(persons.ben)]).toEqual([false, true]);
  });

  test('the photo is left out where the place of the face is not certain', async () => {
    const job = app.ctx.db.updateTable('photo_analysis').where('photo_id', '=', both.id);
    for (const status of ['queued', 'processing', 'failed', 'no_faces'] as const) {
      await job.set({ status }).execute();
      expect(values(await seen())).toEqual(['left out']);
    }
    await job.set({ status: 'completed' }).execute();
    const face = app.ctx.db.updateTable('face').where('id', '=', both.faces.mia!);
    await face.set({ is_current: false }).execute();
    expect(values(await seen())).toEqual(['left out']);
    await face.set({ is_current: true }).execute();
    const before = await seen();
    const found = [foundFace('ben', { matches: both.faces.ben!, box: { x: 0.42, y: 0.4, w: 0.15, h: 0.2 } })];
    const stamp = { recogniser: testRecogniser, pipelineVersion: 'test 2' };
    const photo = { id: both.id, gallery_id: gallery };
    await app.ctx.db.transaction().execute((trx) => saveFaces(trx, photo, found, stamp));
    expect([values(before), values(await seen())]).toEqual([['blurred: mia'], ['left out']]);
    await face.set({ is_current: true }).execute();
    expect(values(await seen())).toEqual(['blurred: mia']);
  });

  test('photos of which nobody knows yet who is in them are left out for strangers', async () => {
    const total = async () =>
      (await stranger.call<{ total: number }>('GET', `/photos/gallery/${gallery}`)).body.data.total;
    const job = app.ctx.db.updateTable('photo_analysis').where('photo_id', '=', alone.id);
    await job.set({ status: 'queued', pipeline_version: null }).execute();
    expect(await total()).toBe(1);
    await job.set({ status: 'queued', pipeline_version: 'test 1' }).execute();
    expect(await total()).toBe(2);
    await job.set({ status: 'completed' }).execute();
    const { db } = app.ctx;
    const assigned = await db
      .deleteFrom('assignment')
      .where('face_id', '=', alone.faces.ben!)
      .returningAll()
      .execute();
    const waits = async (since: Date | null) => {
      await db
        .updateTable('face')
        .set({ awaits_grouping_since: since })
        .where('id', '=', alone.faces.ben!)
        .execute();
      return total();
    };
    expect([await waits(new Date()), await waits(null)]).toEqual([1, 2]);
    await db.insertInto('assignment').values(assigned).execute();
  });

  test('one club that leaves such photos out is enough: of the gallery, of its event, of the person', async () => {
    const { db } = app.ctx;
    const strict = await createClub(app);
    await db.insertInto('gallery_club').values({ gallery_id: gallery, club_id: strict }).execute();
    expect(values(await seen())).toEqual(['left out']);
    await db.deleteFrom('gallery_club').execute();
    const { event_id } = await db
      .selectFrom('gallery')
      .select('event_id')
      .where('id', '=', gallery)
      .executeTakeFirstOrThrow();
    await db.insertInto('event_club').values({ event_id, club_id: strict }).execute();
    expect(values(await seen())).toEqual(['left out']);
    await db.deleteFrom('event_club').where('club_id', '=', strict).execute();
    const other = await createClubPerson(app, strict);
    await link(other, persons.mia, strict);
    expect(values(await seen())).toEqual(['blurred: mia']);
    await sayConsent(app, other, 'outside', 'no');
    expect(values(await seen())).toEqual(['left out']);
    await db.deleteFrom('club_person_link').where('club_id', '=', strict).execute();
    expect(values(await seen())).toEqual(['blurred: mia']);
  });

  test('a family reads what a no means there, before the answer and after it', async () => {
    await app.ctx.db.updateTable('club_person').set({ user_id: admin.id }).where('id', '=', mia).execute();
    await addMember(app, club, admin.id);
    const textNow = async () => {
      const [person] = (await familyOf(admin)).people;
      const { text } = person!.consents.find(({ purpose }) => purpose === 'outside')!;
      return [person!.refused_outside, text.version, text.body.includes('unrecognisable')];
    };
    expect(await textNow()).toEqual(['blur', 'release 1 blurred', true]);
    await choose('leave_out');
    expect(await textNow()).toEqual(['leave_out', 'release 1', false]);
    await choose('blur');
    // Her no is older than this choice: for her it means what it meant.
    expect(await textNow()).toEqual(['leave_out', 'release 1 blurred', true]);
    await sayConsent(app, mia, 'outside', 'no');
    expect(await textNow()).toEqual(['blur', 'release 1 blurred', true]);
  });

  test('many who ask for the same picture at once get the same bytes, and its files go with the photo', async () => {
    const { single } = await roads();
    await app.store.remove(`renditions/${both.id.slice(-2)}/${both.id}/blurred`);
    const answers = await Promise.all(
      Array.from({ length: 12 }, async () =>
        Buffer.from(await (await single[2]!.get()).arrayBuffer()).toString('base64'),
      ),
    );
    expect(new Set(answers).size).toBe(1);
    const kept = async () => (await app.stock()).files.filter((file) => file.includes(both.id)).length;
    expect(await kept()).toBeGreaterThan(4);
    await app.deleteForGood(both.id);
    await app.removeLeftovers();
    expect(await kept()).toBe(0);
    expect((await single[2]!.get()).status).toBe(404);
  });
});
