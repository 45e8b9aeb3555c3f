/**
 * A program delivers a file again that is called as somebody who was erased: nothing that is kept says the name.
 * @module-tag long
 */
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import { pino } from 'pino';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { createImaging } from '#ml/imaging/decoder-pool.ts';
import { newId } from '#server/ids.ts';
import type { Logger } from '#server/logger.ts';
import {
  type Actor,
  addMember,
  caller,
  createActor,
  createClub,
  createEvent,
  createGallery,
} from '#tests/support/actors.ts';
import { type GivenKey, giveKey } from '#tests/support/api-keys.ts';
import { type PhotoApp, startPhotoApp } from '#tests/support/photo-app.ts';
import { readRows } from '#tests/support/side-effects.ts';
import { openTestInbox } from '#tests/support/test-inbox.ts';
import { textured } from '#tests/support/textured.ts';

const SAYS_NAME = /mia\W*(%20)?quastenberg/i;
const NAME = 'Mia Quastenberg 7.JPG';
const imaging = createImaging({ processes: 1 });
let logged = '';
let app: PhotoApp;
let owner: Actor;
let admin: Actor;
let club: string;
let event: string;
let gallery: string;
let key: GivenKey;

beforeAll(async () => {
  const stream = new Writable({
    write(chunk, _encoding, done) {
      logged += chunk;
      done();
    },
  });
  app = await startPhotoApp({}, undefined, { log: pino({ level: 'debug' }, stream) as Logger });
  owner = app.photographer;
});
afterAll(async () => {
  await app.close();
  await imaging.close();
});
beforeEach(async () => {
  club = await createClub(app);
  admin = await createActor(app, [{ role: 'club_admin', club }]);
  await addMember(app, club, owner.id);
  event = await createEvent(app, [club]);
  gallery = await createGallery(app, { event, photographer: owner.id, createdBy: owner.id, name: 'Final' });
  key = await giveKey(app, owner, 'manage');
  logged = '';
});
afterEach(async () => {
  await app.ctx.db.deleteFrom('stored_gallery').execute();
});

const dav = (method: string, name = NAME, body?: Buffer, headers: Record<string, string> = {}) =>
  fetch(`${app.url}/dav/event-${event}/Final/${encodeURIComponent(name)}`, {
    method,
    headers: { Authorization: `Bearer ${key.key}`, ...headers },
    ...(body && { body: new Uint8Array(body) }),
  });
async function erase(): Promise<void> {
  const id = newId();
  const person = { id, club_id: club, first_name: 'Mia', last_name: 'Quastenberg' };
  await app.ctx.db.insertInto('club_person').values(person).execute();
  expect((await admin.call('DELETE', `/clubs/${club}/people/${id}`)).status).toBe(200);
}
const rowsThatSayName = async () =>
  [...(await readRows(app))].filter(([, row]) => SAYS_NAME.test(row)).map(([row]) => row.split(' ')[0]);
const photos = async () =>
  (
    await app.ctx.db
      .selectFrom('photo')
      .select('filename')
      .where('gallery_id', '=', gallery)
      .orderBy('id')
      .execute()
  ).map(({ filename }) => filename);
const listed = async () => {
  const answer = await dav('PROPFIND', '', undefined, { Depth: '1' });
  return [...(await answer.text()).matchAll(/<D:href>[^<]*\/([^/<]+)<\/D:href>/g)].map(([, name]) =>
    decodeURIComponent(name ?? ''),
  );
};

test('by WebDAV it is a photo under another name, which its path finds again', async () => {
  await erase();
  const bytes = await textured(1);
  expect((await dav('PUT', NAME, bytes)).status).toBe(201);
  expect((await dav('PUT', NAME, bytes)).status).toBe(204);
  expect((await dav('HEAD')).status).toBe(200);
  const asked = await dav('PROPFIND', NAME, undefined, { Depth: '1' });
  expect([asked.status, await asked.text()]).toEqual([207, expect.stringContaining(String(bytes.length))]);
  expect(await photos()).toEqual([expect.stringMatching(/^photo-[\da-f]{12}\.jpg$/)]);
  expect(await listed()).toEqual(await photos());
  expect((await dav('PUT', 'quastenberg_mia.jpg', Buffer.from('no photo'))).status).toBe(415);
  expect(await rowsThatSayName()).toEqual([]);
  expect(logged).toContain('refused a delivered file');
  expect(logged).not.toMatch(/quastenberg/i);
  expect((await dav('DELETE')).status).toBe(204);
  expect(await photos()).toEqual([]);
});

test('a rename to such a name is written down as another, too', async () => {
  await erase();
  await dav('PUT', 'A.jpg', await textured(1));
  const to = { Destination: `${app.url}/dav/event-${event}/Final/${encodeURIComponent(NAME)}` };
  expect((await dav('MOVE', 'A.jpg', undefined, to)).status).toBe(201);
  expect(await photos()).toEqual([expect.stringMatching(/^photo-[\da-f]{12}\.jpg$/)]);
  expect(await rowsThatSayName()).toEqual([]);
});

test('what its path had before the erasure is known still: of a hidden photo the next one is hidden', async () => {
  await dav('PUT', NAME, await textured(1));
  const { id } = await app.ctx.db
    .selectFrom('photo')
    .select('id')
    .where('gallery_id', '=', gallery)
    .executeTakeFirstOrThrow();
  await owner.call('POST', `/photos/${id}/hide`, {});
  await erase();
  expect(await rowsThatSayName()).toEqual([]);
  expect((await dav('PUT', NAME, await textured(2))).status).toBe(204);
  expect(await photos()).toHaveLength(2);
  const member = await createActor(app);
  await addMember(app, club, member.id);
  const { body } = await caller(app.url, member.token)<{ photos: object[] }>(
    'GET',
    `/photos/gallery/${gallery}`,
  );
  expect(body.data.photos).toEqual([]);
  expect(await rowsThatSayName()).toEqual([]);
});

test('by the hot folder it is kept aside under another name, and the log does not say it', async () => {
  await erase();
  const dir = await mkdtemp(join(tmpdir(), 'clublens-inbox-'));
  try {
    const inbox = await openTestInbox({ app, imaging, dir, account: owner.username });
    const folder = join(dir, `event-${event}`, 'Final');
    await writeFile(join(folder, NAME), await textured(1));
    await writeFile(join(folder, 'MiaQuastenberg.jpg'), 'no photo');
    await inbox.takeAll();
    expect(await readdir(join(dir, 'taken', `event-${event}`, 'Final'))).toEqual(await photos());
    await inbox.lookIn(700);
    expect(await readdir(join(dir, 'refused', `event-${event}`, 'Final'))).toEqual([
      expect.stringMatching(/^photo-[\da-f]{12}\.jpg$/),
    ]);
    expect(await rowsThatSayName()).toEqual([]);
    expect(logged).toContain('a file in the hot folder was refused');
    expect(logged).not.toMatch(/quastenberg/i);
  } finally {
    await rm(dir, { recursive: true });
  }
});
