import { afterAll, beforeAll, expect, test } from 'vitest';
import { countingQueries } from '#server/db/query-counter.ts';
import {
  fileNamesWithoutErased,
  fileNameWithoutErased,
  pathsWithoutErased,
} from '#server/features/galleries/photos/erased-names.ts';
import { newId } from '#server/ids.ts';
import {
  type Actor,
  addMember,
  createActor,
  createClub,
  createEvent,
  createGallery,
} from '#tests/support/actors.ts';
import { type PhotoApp, startPhotoApp } from '#tests/support/photo-app.ts';
import { readRows } from '#tests/support/side-effects.ts';
import { quarters } from '#tests/support/test-images.ts';
import { unzip } from '#tests/support/zip.ts';

let app: PhotoApp;
let admin: Actor;
let club: string;
let gallery: string;
beforeAll(async () => {
  app = await startPhotoApp();
  club = await createClub(app);
  admin = await createActor(app, [{ role: 'club_admin', club }]);
  await addMember(app, club, app.photographer.id);
  const event = await createEvent(app, [club]);
  const { id } = app.photographer;
  gallery = await createGallery(app, {
    event,
    createdBy: id,
    photographer: id,
    visibility: 'club_restricted',
  });
});
afterAll(() => app.close());

let side = 60;
async function sent(filename: string): Promise<string> {
  side += 1;
  const { body } = await app.send(await quarters(side, 40).jpeg().toBuffer(), { gallery, filename });
  return body.data.id;
}
const nameOf = async (id: string) =>
  (await app.photographer.call<{ filename: string }>('GET', `/photos/${id}`)).body.data.filename;
const neutral = (id: string, extension = '.jpg') => `photo-${id.slice(-8)}${extension}`;
async function erase(first_name: string, last_name: string): Promise<void> {
  const id = newId();
  await app.ctx.db.insertInto('club_person').values({ id, club_id: club, first_name, last_name }).execute();
  expect((await admin.call('DELETE', `/clubs/${club}/people/${id}`)).status).toBe(200);
}
const rowsWith = async (text: RegExp) =>
  [...(await readRows(app))].filter(([, row]) => text.test(row)).map(([key]) => key.split(' ')[0]);
async function namesInArchive(): Promise<string[]> {
  const response = await fetch(`${app.url}/api/galleries/${gallery}/download`, {
    headers: { Authorization: `Bearer ${app.photographer.token}` },
  });
  return unzip(Buffer.from(await response.arrayBuffer())).map(({ name }) => name);
}

test('files that are called as an erased person get another name wherever one stands, and when they come again', async () => {
  const spelled = [
    'Mia Quastenberg.jpg',
    'IMG_7_MiaQuastenberg.JPG',
    'quastenberg,mia-2.jpg',
    'Mia Quastenbergs Tor.jpg',
  ];
  const others = ['Mia.jpg', 'Quastenberg Arena.jpg', 'IMG_0001.jpg'];
  const ids = [];
  for (const name of [...spelled, ...others]) ids.push(await sent(name));
  const gone = await sent('deleted Mia Quastenberg.jpg');
  const waiting = newId();
  const { db } = app.ctx;
  await db
    .updateTable('photo')
    .set({ relative_path: 'Mia Quastenberg/a.jpg' })
    .where('id', 'in', [ids[5]!, gone])
    .execute();
  await app.photographer.call('DELETE', `/photos/${gone}`);
  const [link] = [newId()];
  const of = { gallery_id: gallery, guest_hash: 'guest', share_link_id: link };
  await db
    .insertInto('share_link')
    .values({ id: link, gallery_id: gallery, token: newId(), created_by: app.photographer.id })
    .execute();
  await db
    .insertInto('resumable_upload')
    .values({
      ...of,
      id: waiting,
      filename: 'mia_quastenberg.jpg',
      relative_path: null,
      bytes: 5,
      created_at: new Date(),
    })
    .execute();
  await db
    .insertInto('accepted_guest_photo')
    .values({
      id: newId(),
      photo_id: ids[6]!,
      share_link_id: link,
      guest_hash: 'guest',
      filename: 'MIA QUASTENBERG.jpg',
      sent_at: new Date(),
    })
    .execute();
  await db
    .insertInto('delivered_file')
    .values({
      id: newId(),
      user_id: app.photographer.id,
      gallery_id: gallery,
      name: 'Mia-Quastenberg.jpg',
      state: 'refused',
      refusal: 'image_unreadable',
      bytes: 3,
      sent_at: new Date(),
    })
    .execute();

  await erase('Mia', 'Quastenberg');
  expect(await Promise.all(ids.map(nameOf))).toEqual([
    ...ids.slice(0, 4).map((id) => neutral(id)),
    ...others,
  ]);
  expect(await rowsWith(/mia\W*quastenberg|quastenberg\W*mia/i)).toEqual([]);
  const archived = await namesInArchive();
  expect(archived.filter((name) => /mia.*quastenberg|quastenberg.*mia/i.test(name))).toEqual([]);
  expect(archived).toHaveLength(ids.length);
  const path = `/galleries/${gallery}/deleted-photos/restore`;
  await app.photographer.call('POST', path, { photo_ids: [gone] });
  expect(await nameOf(gone)).toBe(neutral(gone));

  const again = await sent('Mia_Quastenberg_99.jpg');
  expect(await nameOf(again)).toBe(neutral(again));
  const joined = await sent('tor-quastenbergmia.jpg');
  expect(await nameOf(joined)).toBe(neutral(joined));
  expect(await nameOf(await sent('Mia Tanne.jpg'))).toBe('Mia Tanne.jpg');
});

test('a file of a photo without an extension, and names with umlauts', async () => {
  const plain = await sent('Jörg Müller');
  const spelledOut = await sent('joerg_mueller.jpeg');
  const other = await sent('Jörg Müllerbach.jpg');
  await erase('Jörg', 'Müller');
  expect(await nameOf(plain)).toBe(neutral(plain, ''));
  expect(await nameOf(spelledOut)).toBe(neutral(spelledOut, '.jpeg'));
  expect(await nameOf(other)).toBe('Jörg Müllerbach.jpg');
});

test('all files of a gallery are asked for with a handful of statements, each as alone', async () => {
  await erase('Lea', 'Tannenberg');
  const names = Array.from({ length: 40 }, (_, n) => (n % 4 ? `IMG_${n}.jpg` : `${n} Lea Tannenberg.jpg`));
  const files = names.map((filename, n) => ({
    id: newId(),
    filename,
    relative_path: n % 3 ? null : `TannenbergLea/${n}.jpg`,
  }));
  const alone = new Map<string, unknown>();
  const { ctx } = app;
  const counting = countingQueries(ctx.db);
  const [together, paths] = await counting.db
    .transaction()
    .execute((trx) =>
      Promise.all([
        fileNamesWithoutErased(ctx, trx, gallery, files),
        pathsWithoutErased(ctx, trx, gallery, names),
      ]),
    );
  expect(counting.taken()).toBe(4);
  await ctx.db.transaction().execute(async (trx) => {
    for (const file of files) {
      const named = await fileNameWithoutErased(ctx, trx, gallery, file);
      if (named.filename !== file.filename || named.relative_path !== file.relative_path)
        alone.set(file.id, named);
    }
  });
  expect(alone.size).toBe(20);
  expect(new Map(together)).toEqual(alone);
  expect([...paths.keys()].sort()).toEqual(names.filter((_, n) => n % 4 === 0).sort());
});
