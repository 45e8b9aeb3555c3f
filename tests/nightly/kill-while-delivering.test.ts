/** A server is killed at random moments while WebDAV and the hot folder deliver: every photo arrives, once and whole. */
import { createHash } from 'node:crypto';
import { mkdir, readdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  type ApiClient,
  createWorkplace,
  listAllPhotos,
  signInTo,
  untilProcessed,
} from '#scripts/support/api-client.ts';
import { freePort } from '#scripts/support/free-port.ts';
import { openDatabase } from '#server/db/database.ts';
import { createLogger } from '#server/logger.ts';
import {
  preparedDataDir,
  type ServerProcess,
  startServer,
  TEST_ADMIN,
} from '#tests/support/server-process.ts';
import { textured } from '#tests/support/textured.ts';

const KILLS = Number(process.env.DELIVERY_KILLS ?? 12);
/** Between a start and the next kill, at most. */
const KILLED_WITHIN_MS = 20_000;
const SENDERS = 2;
/** Files that lie in the hot folder at once. */
const WAITING = 4;

let dataDir: string;
let remove: () => Promise<void>;
let inbox: string;
let port: number;
let server: ServerProcess;
let photographer: ApiClient;
let gallery: string;
let place: string;
let key: string;

const start = async () => {
  server = await startServer({
    dataDir,
    port,
    env: {
      DATABASE_URL: '',
      FACE_WORKERS: '1',
      LOG_LEVEL: 'info',
      INBOX_DIR: inbox,
      INBOX_ACCOUNT: photographer?.username ?? TEST_ADMIN.username,
    },
  });
};

beforeAll(async () => {
  ({ dataDir, remove } = await preparedDataDir());
  inbox = join(dataDir, 'inbox');
  await mkdir(inbox);
  port = await freePort();
  await start();
  const admin = await signInTo(server.url, TEST_ADMIN.username, TEST_ADMIN.password);
  ({ photographer, galleryId: gallery } = await createWorkplace(server.url, admin, 'Delivery'));
  const made = await photographer.call<{ key: string }>('POST', '/users/profile/keys', {
    name: 'rclone',
    scope: 'upload',
    last_day: new Date(Date.now() + 24 * 3_600_000).toISOString().slice(0, 10),
  });
  key = made.key;
  const listing = await fetch(`${server.url}/dav/`, { method: 'PROPFIND', headers: headers('1') });
  const slug = /<D:href>\/dav\/([^/<]+)\/</.exec(await listing.text())?.[1] ?? '';
  place = `${slug}/Delivery photos`;
  await server.kill('SIGKILL');
  await start();
});
afterAll(async () => {
  await server?.kill('SIGKILL');
  await remove?.();
});

const headers = (depth?: string) => ({
  Authorization: `Bearer ${key}`,
  ...(depth !== undefined && { Depth: depth }),
});
const hash = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

let pictures = 0;
/** A picture that nothing else is like, and an edit of it. */
async function newShot(): Promise<{ name: string; versions: Buffer[] }> {
  pictures += 1;
  const number = pictures;
  const first = await textured(number, 400, 300);
  const edit = await sharp(first).linear(1.15, 0).jpeg().toBuffer();
  return { name: `${number}.jpg`, versions: number % 3 === 0 ? [first, edit] : [first] };
}

/** The last version of each file that was handed over, by its name: of WebDAV what was answered for. */
const delivered = { dav: new Map<string, string>(), inbox: new Map<string, string>() };
let isOver = false;
let sent = 0;

/** As rclone does: what was not answered is sent again. */
async function putUntilTaken(name: string, bytes: Buffer): Promise<void> {
  const address = `/dav/${place.split('/').map(encodeURIComponent).join('/')}/${name}`;
  for (;;) {
    sent += 1;
    const answer = await fetch(server.url + address, {
      method: 'PUT',
      headers: headers(),
      body: new Uint8Array(bytes),
    }).catch(() => undefined);
    await answer?.body?.cancel().catch(() => undefined);
    if (answer?.ok) return void delivered.dav.set(name, hash(bytes));
    await delay(200);
  }
}

async function sendByDav(): Promise<void> {
  while (!isOver) {
    const { name, versions } = await newShot();
    for (const version of versions) await putUntilTaken(`dav-${name}`, version);
  }
}

const lying = async () =>
  (await readdir(join(inbox, place)).catch(() => [])).filter((name) => !name.startsWith('.'));

async function leaveInFolder(name: string, bytes: Buffer): Promise<void> {
  const folder = join(inbox, place);
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, `.${name}.x`), bytes);
  await rename(join(folder, `.${name}.x`), join(folder, name));
  delivered.inbox.set(name, hash(bytes));
}

async function leaveFiles(): Promise<void> {
  while (!isOver) {
    if ((await lying()).length >= WAITING) {
      await delay(500);
      continue;
    }
    const { name, versions } = await newShot();
    for (const version of versions) {
      await leaveInFolder(`inbox-${name}`, version);
      // The next version comes when this one was taken.
      while (versions.length > 1 && (await lying()).includes(`inbox-${name}`)) await delay(500);
    }
  }
}

test(`${KILLS} kills: no photo is lost, none is there twice, none is half`, async () => {
  const senders = [...Array.from({ length: SENDERS }, sendByDav), leaveFiles()];
  for (let kill = 0; kill < KILLS; kill += 1) {
    await delay(500 + Math.random() * KILLED_WITHIN_MS);
    await server.kill('SIGKILL');
    await start();
  }
  isOver = true;
  await Promise.all(senders);
  await expect.poll(lying, { timeout: 120_000 }).toEqual([]);
  const photos = await untilProcessed(photographer, gallery, 400_000);
  const wanted = new Map([...delivered.dav, ...delivered.inbox]);
  console.log(
    `${KILLS} kills, ${delivered.dav.size} photos in ${sent} requests by WebDAV, ${delivered.inbox.size} by the hot folder`,
  );
  expect(delivered.dav.size).toBeGreaterThan(0);
  expect(delivered.inbox.size).toBeGreaterThan(0);

  const names = (await listAllPhotos(photographer, gallery)).map(({ filename }) => filename);
  expect(names.toSorted()).toEqual([...wanted.keys()].sort());
  for (const { id, filename } of photos) {
    expect(hash(await photographer.download(id)), filename).toBe(wanted.get(filename));
    for (const size of ['small', 'medium', 'large'])
      expect((await photographer.download(id, `?size=${size}`)).length, filename).toBeGreaterThan(500);
  }
  expect(await readdir(join(inbox, 'refused')).catch(() => [])).toEqual([]);
  const aside = (await readdir(join(inbox, 'taken', place))).map((name) => name.replace(/ \(\d+\)/, ''));
  expect([...new Set(aside)].sort()).toEqual([...delivered.inbox.keys()].sort());

  await server.kill('SIGTERM');
  expect(server.child.exitCode).toBe(0);
  const incoming = await readdir(join(dataDir, 'photos', 'incoming'), {
    recursive: true,
    withFileTypes: true,
  });
  expect(incoming.filter((entry) => entry.isFile())).toEqual([]);
  const database = await openDatabase({ dataDir, databaseUrl: undefined }, createLogger('silent'));
  try {
    const rows = await database.db.selectFrom('photo').select('sha256').execute();
    expect(rows.map(({ sha256 }) => sha256.toString('hex')).sort()).toEqual([...wanted.values()].sort());
    const paths = await database.db.selectFrom('delivered_file').select('name').execute();
    expect(paths.map(({ name }) => name).sort()).toEqual([...wanted.keys()].sort());
  } finally {
    await database.close();
  }
});
