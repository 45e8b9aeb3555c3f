/** @module-tag long */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { saveFaces } from '#server/features/faces/recognition/save-faces.repository.ts';
import {
  findGallery,
  listGalleriesForMail,
} from '#server/features/galleries/galleries/galleries.repository.ts';
import { routes } from '#server/rest/procedure-route-table.ts';
import {
  type Actor,
  addMember,
  caller,
  createActor,
  createClub,
  createEvent,
  createGallery,
} from '#tests/support/actors.ts';
import { sayConsent } from '#tests/support/club-people.ts';
import { foundFace, groupByHand, testRecogniser } from '#tests/support/faces.ts';
import { createClubPerson } from '#tests/support/families.ts';
import { type PhotoApp, startPhotoApp } from '#tests/support/photo-app.ts';
import { quarters } from '#tests/support/test-images.ts';

/** Every address that can give a photo, its bytes or its faces, before and after somebody asked to take it down. */
const FILENAME = 'taken-down.jpg';
const SIZES = ['small', 'medium', 'large', 'original'];

let app: PhotoApp;
let reader: Actor;
let club: string;
let event: string;
let gallery: string;
let hidden: string;
let other: string;
let people: { anna: string; ben: string };
let token: string;
let selections: { reader: string; link: string };

beforeAll(async () => {
  app = await startPhotoApp();
  club = await createClub(app);
  event = await createEvent(app, [club]);
  reader = await createActor(app);
  await addMember(app, club, reader.id);
  gallery = await createGallery(app, { event, photographer: app.photographer.id });
  hidden = await upload(900, FILENAME, ['anna', 'ben']);
  other = await upload(700, 'other.jpg', ['anna']);
  await groupPeople();
  const admin = await createActor(app, ['admin']);
  const link = await admin.call<{ token: string }>('POST', `/galleries/${gallery}/links`, {});
  token = link.body.data.token;
  await app.photographer.call('PUT', `/galleries/${gallery}`, { cover_photo_id: hidden });
  selections = {
    reader: await select(reader.call, `/galleries/${gallery}/download`),
    link: await select(caller(app.url), `/galleries/shared/${token}/download`),
  };
});
afterAll(() => app.close());

async function upload(width: number, filename: string, likes: string[]): Promise<string> {
  const bytes = await quarters(width, 600).jpeg().toBuffer();
  const { id } = (await app.send(bytes, { gallery, filename })).body.data;
  const found = likes.map((like, i) => foundFace(like, { box: { x: i / 4, y: 0.1, w: 0.2, h: 0.3 } }));
  await app.ctx.db.transaction().execute((trx) =>
    saveFaces(trx, { id, gallery_id: gallery }, found, {
      recogniser: testRecogniser,
      pipelineVersion: 'test 1',
    }),
  );
  return id;
}

/** Anna is in both photos, with the hidden one as her picture; Ben only in the hidden one. */
async function groupPeople() {
  const db = app.ctx.db;
  const faces = await db.selectFrom('face').select(['id', 'photo_id', 'x']).orderBy('x').execute();
  const of = (photo: string) => faces.filter((face) => face.photo_id === photo).map((face) => face.id);
  const [first = '', second = ''] = of(hidden);
  await groupByHand(app, gallery, [[first, ...of(other)], [second]]);
  const persons = await db
    .selectFrom('assignment')
    .select(['person_id', 'face_id'])
    .where('face_id', 'in', [first, second])
    .execute();
  const personOf = (face: string) => persons.find((row) => row.face_id === face)?.person_id ?? '';
  people = { anna: personOf(first), ben: personOf(second) };
  await app.photographer.call('POST', `/facerecognition/faces/${people.anna}/representative`, {
    face_id: first,
  });
  await app.photographer.call('PUT', `/facerecognition/faces/${people.ben}`, { name: 'Ben' });
}

async function select(call: Actor['call'], path: string): Promise<string> {
  const prepared = await call<{ url: string; photos: number }>('POST', path, { photo_ids: [hidden, other] });
  expect(prepared.body.data.photos).toBe(2);
  return prepared.body.data.url;
}

/** Every GET of the REST table whose ids this world knows, and every address of bytes. */
function addresses(): string[] {
  const ids: [RegExp, string][] = [
    [/^\/photos\/gallery\/\{gallery_id\}/, gallery],
    [/^\/photos\/\{id\}/, hidden],
    [/^\/(facerecognition\/(admin\/)?)?galleries\/\{(gallery_)?id\}/, gallery],
    [/^\/facerecognition\/faces\/\{id\}/, people.anna],
    [/^\/(galleries\/event\/|events\/)\{(event_)?id\}/, event],
    [/^\/clubs\/\{id\}/, club],
    [/^\/users\/\{id\}/, reader.id],
    [/^\/galleries\/shared\/\{token\}/, token],
  ];
  const listed = routes
    .filter(({ method }) => method === 'get')
    .flatMap(({ path }) => {
      if (!path.includes('{')) return [path];
      const known = ids.find(([shape]) => shape.test(path));
      return known ? [path.replace(/\{\w+\}/, known[1])].filter((filled) => !filled.includes('{')) : [];
    });
  const ofPerson = Object.values(people).flatMap((id) => [
    `/facerecognition/faces/${id}/photos`,
    `/facerecognition/faces/${id}/faces`,
    `/galleries/${gallery}/download?face_id=${id}`,
    `/photos/gallery/${gallery}?face_id=${id}`,
    `/photos/gallery/${gallery}?face_id=${id}&for_print=true`,
  ]);
  const pictures = SIZES.flatMap((size) => [
    `/photos/${hidden}/download?size=${size}`,
    `/galleries/shared/${token}/photos/${hidden}/download?size=${size}`,
  ]);
  const archives = [
    `/photos/gallery/${gallery}?for_print=true`,
    `/galleries/${gallery}/download`,
    `/galleries/shared/${token}/download`,
  ];
  const chosen = Object.values(selections).map((url) => url.replace('/api', ''));
  return [...new Set([...listed, ...ofPerson, ...pictures, ...archives, ...chosen])];
}

/** The addresses that tell the viewer of the photo: by its id, its name or its bytes, also as "not modified". */
async function tellingAddresses(viewer: Actor): Promise<string[]> {
  const telling: string[] = [];
  for (const address of addresses()) {
    const get = (headers = {}) =>
      fetch(`${app.url}/api${address}`, { headers: { Authorization: `Bearer ${viewer.token}`, ...headers } });
    const response = await get();
    const bytes = Buffer.from(await response.arrayBuffer());
    const isPicture = response.status === 200 && address.includes(`${hidden}/download`);
    const isKnown = (await get({ 'If-None-Match': '*' })).status === 304;
    if (isPicture || isKnown || bytes.includes(hidden) || bytes.includes(FILENAME)) telling.push(address);
  }
  const names: [string, string][] = [
    [gallery, 'gallery'],
    [hidden, 'photo'],
    [token, 'token'],
    [event, 'event'],
    [club, 'club'],
    [reader.id, 'user'],
    [people.anna, 'anna'],
    [people.ben, 'ben'],
  ];
  return telling.map((address) =>
    names
      .reduce((text, [id, name]) => text.replaceAll(id, name), address)
      .replace(/selection=[\w-]+/, 'selection'),
  );
}

type Counts = Record<string, number | undefined>;
async function countsFor(viewer: Actor): Promise<Counts> {
  const get = async (path: string) => (await viewer.call<Record<string, never>>('GET', path)).body.data;
  const numbers = async (path: string, ...fields: string[]) => {
    const data = await get(path);
    return Object.fromEntries(fields.map((field) => [`${path.split('/')[1]}.${field}`, data[field]]));
  };
  const persons = (await get(`/facerecognition/galleries/${gallery}/faces`)).faces as unknown as {
    photo_count: number;
  }[];
  const mailReader = { id: viewer.id, grants: [] };
  const [mailed] = await listGalleriesForMail(
    app.ctx.db,
    mailReader,
    app.ctx.clock.today(),
    { [gallery]: '-infinity' },
    'infinity',
  );
  return {
    ...(await numbers(`/galleries/${gallery}`, 'photo_count', 'people_count', 'open_takedowns')),
    ...(await numbers(`/events/${event}`, 'photo_count')),
    ...(await numbers(`/facerecognition/galleries/${gallery}/summary`, 'total_photos', 'unique_faces')),
    'shared.photo_count': (await get(`/galleries/shared/${token}`)).photo_count,
    'shared.total': (await get(`/galleries/shared/${token}/photos`)).total,
    people: persons.length,
    'photos of people': persons.reduce((sum, person) => sum + person.photo_count, 0),
    'in a mail': mailed?.photos,
  };
}

test('a photo that was taken down is gone from every address but for those who may edit the gallery', async () => {
  const before = await tellingAddresses(reader);
  expect(before).toMatchInlineSnapshot(`
    [
      "/galleries",
      "/galleries/event/event",
      "/galleries/shared/token/photos",
      "/galleries/gallery",
      "/photos/gallery/gallery",
      "/photos/photo",
      "/photos/photo/faces",
      "/facerecognition/galleries/gallery/faces",
      "/facerecognition/faces/anna/photos",
      "/facerecognition/faces/anna/faces",
      "/galleries/gallery/download?face_id=anna",
      "/photos/gallery/gallery?face_id=anna",
      "/photos/gallery/gallery?face_id=anna&for_print=true",
      "/facerecognition/faces/ben/photos",
      "/facerecognition/faces/ben/faces",
      "/galleries/gallery/download?face_id=ben",
      "/photos/gallery/gallery?face_id=ben",
      "/photos/gallery/gallery?face_id=ben&for_print=true",
      "/photos/photo/download?size=small",
      "/galleries/shared/token/photos/photo/download?size=small",
      "/photos/photo/download?size=medium",
      "/galleries/shared/token/photos/photo/download?size=medium",
      "/photos/photo/download?size=large",
      "/galleries/shared/token/photos/photo/download?size=large",
      "/photos/photo/download?size=original",
      "/galleries/shared/token/photos/photo/download?size=original",
      "/photos/gallery/gallery?for_print=true",
      "/galleries/gallery/download",
      "/galleries/shared/token/download",
      "/galleries/gallery/download?selection",
      "/galleries/shared/token/download?selection",
    ]
  `);
  const counts = await countsFor(reader);
  expect(counts).toMatchInlineSnapshot(`
    {
      "events.photo_count": 2,
      "facerecognition.total_photos": 2,
      "facerecognition.unique_faces": 2,
      "galleries.open_takedowns": 0,
      "galleries.people_count": 2,
      "galleries.photo_count": 2,
      "in a mail": 2,
      "people": 2,
      "photos of people": 3,
      "shared.photo_count": 2,
      "shared.total": 2,
    }
  `);

  const asked = await caller(app.url)('POST', `/galleries/shared/${token}/photos/${hidden}/takedown`, {});
  expect(asked.status).toBe(201);

  expect(await tellingAddresses(reader)).toEqual([]);
  expect(await countsFor(reader)).toMatchInlineSnapshot(`
    {
      "events.photo_count": 1,
      "facerecognition.total_photos": 1,
      "facerecognition.unique_faces": 1,
      "galleries.open_takedowns": 0,
      "galleries.people_count": 1,
      "galleries.photo_count": 1,
      "in a mail": 1,
      "people": 1,
      "photos of people": 1,
      "shared.photo_count": 1,
      "shared.total": 1,
    }
  `);
  // Editors too take the photo with them only where they chose it.
  const taken = /for_print|^\/galleries\/gallery\/download(?!\?selection)/;
  const editor = before.filter((address) => !address.startsWith('/galleries/shared') && !taken.test(address));
  const toEditors = await tellingAddresses(app.photographer);
  expect(toEditors).toEqual(expect.arrayContaining(editor));
  expect(toEditors.filter((address) => taken.test(address))).toEqual([]);
  expect(await countsFor(app.photographer)).toMatchObject({ 'galleries.photo_count': 2, 'in a mail': 2 });
  const chosen = await reader.call('POST', `/galleries/${gallery}/download`, { photo_ids: [hidden] });
  expect([chosen.status, chosen.body.code]).toEqual([404, 'photo_not_found']);

  const open = await app.photographer.call<{ takedowns: { id: string }[] }>(
    'GET',
    `/galleries/${gallery}/takedowns`,
  );
  const path = `/galleries/${gallery}/takedowns/${open.body.data.takedowns[0]?.id}/decide`;
  await app.photographer.call('POST', path, { decision: 'granted' });
  expect(await tellingAddresses(reader)).toEqual([]);
  await app.photographer.call('POST', path, { decision: 'declined', answer: 'You are not in it.' });
  expect(await tellingAddresses(reader)).toEqual(before);
  expect(await countsFor(reader)).toEqual(counts);
});

test('a photo of somebody who may not be shown outside is gone from every address for strangers and visitors by link', async () => {
  const stranger = await createActor(app);
  await app.ctx.db.updateTable('gallery').set({ visibility: 'public' }).execute();
  const strangers = await tellingAddresses(stranger);
  const members = await tellingAddresses(reader);
  expect(strangers).toContain('/photos/photo/download?size=original');
  expect(strangers).toContain('/galleries/shared/token/download');
  const counts = await countsFor(stranger);
  const ben = await createClubPerson(app, club, { first_name: 'Ben' });
  const anna = await createClubPerson(app, club, { first_name: 'Anna' });
  const link = (person: string, clubPerson: string) =>
    app.ctx.db
      .insertInto('club_person_link')
      .values({ person_id: person, club_id: club, club_person_id: clubPerson })
      .execute();
  await link(people.ben, ben);
  await link(people.anna, anna);
  await sayConsent(app, anna, 'outside', 'yes');
  expect(await tellingAddresses(stranger)).toEqual(strangers);

  await sayConsent(app, ben, 'outside', 'no');
  expect(await tellingAddresses(stranger)).toEqual([]);
  expect(await tellingAddresses(reader)).toEqual(
    members.filter((address) => !address.startsWith('/galleries/shared')),
  );
  expect(await countsFor(stranger)).toEqual({
    ...counts,
    'events.photo_count': 1,
    'facerecognition.total_photos': 1,
    'facerecognition.unique_faces': 1,
    'galleries.people_count': 1,
    'galleries.photo_count': 1,
    'in a mail': 1,
    people: 1,
    'photos of people': 1,
    'shared.photo_count': 1,
    'shared.total': 1,
  });
  expect(await countsFor(reader)).toMatchObject({
    'galleries.photo_count': 2,
    people: 2,
    'shared.total': 1,
  });
  for (const [call, path] of [
    [stranger.call, `/photos/${hidden}/takedown`],
    [caller(app.url), `/galleries/shared/${token}/photos/${hidden}/takedown`],
  ] as const)
    expect((await call('POST', path, {})).body.code).toBe('photo_not_found');
  const admin = await createActor(app, ['admin']);
  const { body } = await admin.call<{ links: object[] }>('GET', `/galleries/${gallery}/links`);
  expect(body.data.links).toMatchObject([{ photo_count: 1, kept_inside: 1 }]);

  await sayConsent(app, ben, 'outside', 'yes');
  expect(await tellingAddresses(stranger)).toEqual(strangers);
});

test('the cover is another photo while the chosen one is hidden, and its id is not told', async () => {
  await reader.call('POST', `/photos/${hidden}/takedown`, {});
  const viewer = { id: reader.id, grants: [] };
  expect(await findGallery(app.ctx.db, viewer, '2026-01-01', gallery)).toMatchObject({
    preview_photo_id: other,
    cover_photo_id: null,
  });
  const owner = { id: app.photographer.id, grants: [] };
  expect(await findGallery(app.ctx.db, owner, '2026-01-01', gallery)).toMatchObject({
    preview_photo_id: hidden,
    cover_photo_id: hidden,
  });
});
