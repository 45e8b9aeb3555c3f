import { afterAll, beforeAll, expect, test } from 'vitest';
import { xmpProperties, xmpTexts } from '#ml/imaging/xmp.ts';
import {
  type Actor,
  addMember,
  createActor,
  createClub,
  createEvent,
  createGallery,
} from '#tests/support/actors.ts';
import { giveKey } from '#tests/support/api-keys.ts';
import { createClubPerson, sayConsent } from '#tests/support/club-people.ts';
import { groupByHand, personOf, saveFoundFaces } from '#tests/support/faces.ts';
import { type PhotoApp, startPhotoApp } from '#tests/support/photo-app.ts';
import { quarters } from '#tests/support/test-images.ts';
import { unzip } from '#tests/support/zip.ts';

let app: PhotoApp;
let editor: Actor;
let member: Actor;
let gallery: string;
let clubs: string[];
let people: Record<'mia' | 'tom' | 'eve' | 'ada', string>;

/** Two photos of one name: Mia, Tom, Eve and Ada on the first, Tom alone on the second. */
beforeAll(async () => {
  app = await startPhotoApp();
  // Made the gallery, is of the first club, and no photographer: these read the names of every club.
  editor = await createActor(app);
  member = await createActor(app);
  clubs = [await createClub(app), await createClub(app)];
  for (const { id } of [editor, member]) await addMember(app, clubs[0]!, id);
  const event = await createEvent(app, clubs);
  gallery = await createGallery(app, {
    event,
    createdBy: editor.id,
    photographer: app.photographer.id,
    visibility: 'club_restricted',
  });
  const sent = async (side: number) =>
    (await app.send(await quarters(side, 40).jpeg().toBuffer(), { gallery, filename: 'IMG_1.jpg' })).body.data
      .id;
  const [first, second] = [await sent(80), await sent(90)];
  const faces = await saveFoundFaces(app, { id: first, gallery_id: gallery }, ['mia', 'tom', 'eve', 'ada']);
  const [again] = await saveFoundFaces(app, { id: second, gallery_id: gallery }, ['tom']);
  await groupByHand(app, gallery, [[faces[0]!], [faces[1]!, again!], [faces[2]!], [faces[3]!]]);
  const ids = await Promise.all(faces.map((face) => personOf(app, face)));
  people = { mia: ids[0]!, tom: ids[1]!, eve: ids[2]!, ada: ids[3]! };
});
afterAll(() => app.close());

async function linkTo(person: string, club: string, name: string, answer?: 'yes' | 'no'): Promise<string> {
  const club_person_id = await createClubPerson(app, club, { name });
  if (answer) await sayConsent(app, club_person_id, 'name', answer, { as: 'paper' });
  await app.ctx.db
    .insertInto('club_person_link')
    .values({ person_id: person, club_id: club, club_person_id })
    .execute();
  return club_person_id;
}
const prepare = (by: Actor, with_names = true) =>
  by.call<{ url: string }>('POST', `/galleries/${gallery}/download`, { with_names });
async function download(url: string, by: Actor) {
  const response = await fetch(app.url + url, { headers: { Authorization: `Bearer ${by.token}` } });
  return response.status === 200 ? unzip(Buffer.from(await response.arrayBuffer())) : response.status;
}
async function namesInArchive(): Promise<Record<string, string[]>> {
  const { url } = (await prepare(editor)).body.data;
  const files = await download(url, editor);
  if (typeof files === 'number') throw new Error(String(files));
  expect(files.filter(({ name }) => name.endsWith('.jpg'))).toHaveLength(2);
  return Object.fromEntries(
    files
      .filter(({ name }) => name.endsWith('.xmp'))
      .map(({ name, bytes }) => [name, xmpTexts(xmpProperties(bytes), 'Iptc4xmpExt:PersonInImage')]),
  );
}

test('an editor saves the names of those who said yes, and of nobody else', async () => {
  await editor.call('PUT', `/facerecognition/faces/${people.eve}`, { name: 'Eve Typed' });
  expect(await namesInArchive()).toEqual({});
  const mia = await linkTo(people.mia, clubs[0]!, 'Mia "M" & Co', 'yes');
  await linkTo(people.tom, clubs[0]!, 'Tom Tanne');
  await linkTo(people.eve, clubs[0]!, 'Eve Ohm', 'no');
  // The editor reads no names of the second club without a role or membership there.
  await linkTo(people.ada, clubs[1]!, 'Ada Elsewhere', 'yes');
  const saved = { 'IMG_1.jpg.xmp': ['Mia "M" & Co'] };
  expect(await namesInArchive()).toEqual(saved);
  // One no in any club is enough.
  await linkTo(people.mia, clubs[1]!, 'Mia Elsewhere', 'no');
  expect(await namesInArchive()).toEqual({});
  await app.ctx.db.deleteFrom('club_person_link').where('club_id', '=', clubs[1]!).execute();
  expect(await namesInArchive()).toEqual(saved);
  await sayConsent(app, mia, 'name', 'withdrawn', { as: 'paper' });
  expect(await namesInArchive()).toEqual({});
});

test('readers and keys get no names', async () => {
  expect((await prepare(member)).status).toBe(403);
  expect((await prepare(member, false)).status).toBe(201);
  expect(await download(`/api/galleries/${gallery}/download?names=1`, member)).toBe(403);
  const { key } = await giveKey(app, editor, 'manage');
  const response = await fetch(`${app.url}/api/galleries/${gallery}/download?names=1`, {
    headers: { Authorization: `Bearer ${key}` },
  });
  expect(response.status).toBe(403);
});
