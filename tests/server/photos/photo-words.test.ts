import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createImaging } from '#ml/imaging/decoder-pool.ts';
import { createMetadataReading } from '#server/features/galleries/photos/reread-metadata.ts';
import { newId } from '#server/ids.ts';
import {
  type Actor,
  addMember,
  createActor,
  createClub,
  createEvent,
  createGallery,
} from '#tests/support/actors.ts';
import { withSegments, xmpSegment } from '#tests/support/exif.ts';
import { groupByHand, saveFoundFaces } from '#tests/support/faces.ts';
import { PHOTO_LIMITS, type PhotoApp, startPhotoApp } from '#tests/support/photo-app.ts';
import { quarters } from '#tests/support/test-images.ts';

let app: PhotoApp;
let reader: Actor;
let admin: Actor;
let club: string;
let gallery: string;
const imaging = createImaging({ processes: 1 });
beforeAll(async () => {
  app = await startPhotoApp();
  club = await createClub(app);
  reader = await createActor(app);
  admin = await createActor(app, [{ role: 'club_admin', club }]);
  for (const { id } of [reader, app.photographer]) await addMember(app, club, id);
  const event = await createEvent(app, [club]);
  const { id } = app.photographer;
  gallery = await createGallery(app, {
    event,
    createdBy: id,
    photographer: id,
    visibility: 'club_restricted',
  });
});
afterAll(async () => {
  await imaging.close();
  await app.close();
});
beforeEach(async () => {
  await app.ctx.db.deleteFrom('photo').execute();
  await app.ctx.db.deleteFrom('erased_name').execute();
});

let side = 60;
const packet = (caption: string, keywords: string[], name: string) => `
  <x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
  <rdf:Description xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:photoshop="http://ns.adobe.com/photoshop/1.0/"
    xmlns:r="http://www.metadataworkinggroup.com/schemas/regions/" xmlns:a="http://ns.adobe.com/xmp/sType/Area#"
    xmlns:xmp="http://ns.adobe.com/xap/1.0/" xmp:Rating="4" xmp:Label="Red" photoshop:Headline="U9">
    <dc:creator><rdf:Seq><rdf:li>Jana Ohm</rdf:li></rdf:Seq></dc:creator>
    <dc:description><rdf:Alt><rdf:li xml:lang="x-default">${caption}</rdf:li></rdf:Alt></dc:description>
    <dc:subject><rdf:Bag>${keywords.map((word) => `<rdf:li>${word}</rdf:li>`).join('')}</rdf:Bag></dc:subject>
    <r:Regions rdf:parseType="Resource"><r:RegionList><rdf:Bag><rdf:li rdf:parseType="Resource">
      <r:Name>${name}</r:Name><r:Type>Face</r:Type>
      <r:Area a:x="0.04" a:y="0.15" a:w="0.08" a:h="0.1" a:unit="normalized"/></rdf:li></rdf:Bag></r:RegionList></r:Regions>
  </rdf:Description></rdf:RDF></x:xmpmeta>`;
async function fileSaying(...[caption, keywords, name]: Parameters<typeof packet>) {
  side += 1;
  const jpeg = await quarters(side, 40).jpeg().toBuffer();
  return withSegments(jpeg, [xmpSegment(packet(caption, keywords, name))]);
}
const sent = async (file: Buffer) => (await app.send(file, { gallery })).body.data;
const sayingMia = () =>
  fileSaying('Goal by Mia Quastenberg, 3:1', ['Mia Quastenberg', 'goal'], 'Mia Quastenberg');
const wordsOf = async (id: string, by: Actor = app.photographer) =>
  (await by.call('GET', `/photos/${id}/metadata`)).body.data;
const nothing = { caption: '', headline: '', keywords: [], people: [], rating: null, label: '' };
const ofMia = {
  caption: 'Goal by Mia Quastenberg, 3:1',
  headline: 'U9',
  keywords: ['Mia Quastenberg', 'goal'],
  people: ['Mia Quastenberg'],
  rating: 4,
  label: 'Red',
};
const withoutMia = { ...ofMia, caption: 'Goal by , 3:1', keywords: ['goal'], people: [] };
const readAgain = () => createMetadataReading({ ...app.ctx, store: app.store, imaging, ...PHOTO_LIMITS })();

async function listMia(): Promise<string> {
  const id = newId();
  const name = { first_name: 'Mia', last_name: 'Quastenberg' };
  await app.ctx.db
    .insertInto('club_person')
    .values({ id, club_id: club, ...name })
    .execute();
  return id;
}

test('what a file says of what is to be seen is read by those who edit people, its author by everybody', async () => {
  const photo = await sent(await sayingMia());
  expect(await wordsOf(photo.id)).toEqual(ofMia);
  expect((await reader.call('GET', `/photos/${photo.id}/metadata`)).status).toBe(403);
  const read = await reader.call<{ credit: string }>('GET', `/photos/${photo.id}`);
  expect(read.body.data.credit).toBe('Jana Ohm');
  expect(JSON.stringify(read.body)).not.toContain('Mia');
  const plain = await sent(await quarters(200, 40).jpeg().toBuffer());
  expect(await wordsOf(plain.id)).toEqual(nothing);
});

test('a face is offered the name of the region that lies on it, to those who edit people', async () => {
  const photo = await sent(await sayingMia());
  const faces = await saveFoundFaces(app, { id: photo.id, gallery_id: gallery }, ['mia', 'tom']);
  await groupByHand(
    app,
    gallery,
    faces.map((face) => [face]),
  );
  const namesFor = async (by: Actor) => {
    const { body } = await by.call<{ faces: { name_in_file: string | null; person_name: string }[] }>(
      'GET',
      `/photos/${photo.id}/faces`,
    );
    return body.data.faces.map(({ name_in_file, person_name }) => [name_in_file, person_name]);
  };
  expect(await namesFor(app.photographer)).toEqual([
    ['Mia Quastenberg', ''],
    [null, ''],
  ]);
  expect(await namesFor(reader)).toEqual([
    [null, ''],
    [null, ''],
  ]);
});

test('an erased name goes, and does not come back by reading, sending again or restoring', async () => {
  const file = await sayingMia();
  const photo = await sent(file);
  const mia = await listMia();
  expect((await admin.call('DELETE', `/clubs/${club}/people/${mia}`)).status).toBe(200);
  expect(await wordsOf(photo.id)).toEqual(withoutMia);
  await app.ctx.db.updateTable('photo').set({ metadata_revision: 0 }).execute();
  await readAgain();
  expect(await wordsOf(photo.id)).toEqual(withoutMia);

  const other = await sent(await sayingMia());
  expect(await wordsOf(other.id)).toEqual(withoutMia);
  const lowerCase = await sent(await fileSaying('mia  QUASTENBERG!', ['mia'], 'Tom'));
  expect(await wordsOf(lowerCase.id)).toEqual({
    ...ofMia,
    caption: '!',
    keywords: ['mia'],
    people: ['Tom'],
  });
  const kept = await app.ctx.db.selectFrom('erased_name').select('name_mac').execute();
  // One for words, and three for names of files: in any order, and as one word.
  expect(kept).toHaveLength(4);
  for (const { name_mac } of kept) expect(Buffer.from(name_mac).toString('latin1')).not.toContain('mia');
});

test('a deleted photo keeps no words, and is read again when it is restored', async () => {
  const photo = await sent(await sayingMia());
  await app.photographer.call('DELETE', `/photos/${photo.id}`);
  expect(await app.ctx.db.selectFrom('photo_words').selectAll().execute()).toEqual([]);
  const kept = await app.ctx.db.selectFrom('deleted_photo').select('snapshot').executeTakeFirstOrThrow();
  expect(JSON.stringify(kept.snapshot)).not.toContain('Quastenberg');
  await app.photographer.call('POST', `/galleries/${gallery}/deleted-photos/restore`, {
    photo_ids: [photo.id],
  });
  await readAgain();
  expect(await wordsOf(photo.id)).toEqual(ofMia);
});

test('words of files are searched by those who edit people, and by nobody else', async () => {
  const hasWords = async (by: Actor) =>
    (await by.call<{ has_words: boolean }>('GET', `/galleries/${gallery}`)).body.data.has_words;
  const found = async (search: string, by: Actor = app.photographer) => {
    const query = new URLSearchParams({ search });
    const answer = await by.call<{ photos: { id: string }[]; total: number }>(
      'GET',
      `/photos/gallery/${gallery}?${query}`,
    );
    return answer.status === 200 ? answer.body.data.photos.map(({ id }) => id) : answer.status;
  };
  const plain = await sent(await quarters(300, 40).jpeg().toBuffer());
  expect(await hasWords(app.photographer)).toBe(false);
  const photo = await sent(await sayingMia());
  const other = await sent(await fileSaying('100 % effort', ['cup'], 'Tom'));
  expect(await found('GOAL mia')).toEqual([photo.id]);
  expect(await found('quast')).toEqual([photo.id]);
  expect(await found('tom')).toEqual([other.id]);
  expect(await found('u9')).toEqual([photo.id, other.id]);
  expect(await found('100 %')).toEqual([other.id]);
  expect(await found('mia tom')).toEqual([]);
  expect(((await found('')) as string[]).sort()).toEqual([plain.id, photo.id, other.id].sort());
  expect(await found('mia', reader)).toBe(403);
  expect(await hasWords(app.photographer)).toBe(true);
  expect(await hasWords(reader)).toBe(false);
});
