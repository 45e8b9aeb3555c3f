import { createHash, randomBytes } from 'node:crypto';
import { mkdir, readdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { setTimeout as delay } from 'node:timers/promises';
import sharp from 'sharp';
import { expect } from 'vitest';
import { createWorkplace, listAllPhotos, signInTo, untilProcessed } from '#scripts/support/api-client.ts';
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

type Deliveries = {
  kills: number;
  /** Between a start and the next kill, at most; without it a kill comes while an upload is half there and WebDAV has delivered. */
  withinMs?: number;
  /** How many photos each way delivers; without it they go on until the last kill, and their faces are awaited. */
  most?: number;
};

const SENDERS = 2;
/** Behind the end of photos that are sent in parts, so that their way is long enough to be killed on. */
const LONG_BYTES = 1_500_000;
const CHUNK_BYTES = 100_000;
/** Files that lie in the hot folder at once. */
const WAITING = 4;
const hash = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

/** Kills a server while WebDAV, the hot folder and uploads in parts deliver, and expects that every photo arrives, once and whole. */
export async function deliverWhileKilled({ kills, withinMs, most }: Deliveries): Promise<void> {
  const { dataDir, remove } = await preparedDataDir();
  const inbox = join(dataDir, 'inbox');
  await mkdir(inbox);
  const port = await freePort();
  const env = {
    ...{ DATABASE_URL: '', FACE_WORKERS: '1', LOG_LEVEL: 'info' },
    ...{ INBOX_DIR: inbox, INBOX_ACCOUNT: TEST_ADMIN.username },
  };
  const start = () => startServer({ dataDir, port, env });
  let server: ServerProcess = await start();
  try {
    const place = await preparePlace(server.url);
    let isOver = false;
    const isEnough = (count: number) => (most === undefined ? isOver : count >= most);
    /** The last version of each file that was handed over, by its name: of WebDAV what was answered for. */
    const delivered = {
      dav: new Map<string, string>(),
      inbox: new Map<string, string>(),
      parts: new Map<string, string>(),
    };
    let sent = 0;

    const address = `/dav/${place.path.split('/').map(encodeURIComponent).join('/')}`;
    /** As rclone does: what was not answered is sent again. */
    const putUntilTaken = async (name: string, bytes: Buffer): Promise<void> => {
      for (;;) {
        sent += 1;
        const answer = await fetch(`${server.url}${address}/${name}`, {
          method: 'PUT',
          headers: place.headers,
          body: new Uint8Array(bytes),
        }).catch(() => undefined);
        await answer?.body?.cancel().catch(() => undefined);
        if (answer?.ok) return void delivered.dav.set(name, hash(bytes));
        await delay(200);
      }
    };
    const namesIn = (path: string) => readdir(path).catch(() => [] as string[]);
    const taken = join(inbox, 'taken', place.path);
    const untilTaken = () =>
      expect.poll(() => namesIn(taken), { timeout: 60_000, interval: 20 }).not.toEqual([]);
    let begun = 0;
    const sendByDav = async () => {
      // The folder takes files some seconds later: both are to be killed at once.
      if (most) await untilTaken();
      while (!isEnough(begun)) {
        begun += 1;
        const { name, versions } = await newShot();
        for (const version of versions) await putUntilTaken(`dav-${name}`, version);
      }
    };

    const parts = { killed: 0, half: false, resumed: 0 };
    /** With one kill the second half waits for it. */
    async function* slowly(bytes: Buffer, from: number): AsyncGenerator<Uint8Array> {
      for (let at = from; at < bytes.length; at += CHUNK_BYTES) {
        parts.half = at > bytes.length / 2;
        while (most && parts.half && parts.killed === 0) await delay(20);
        yield new Uint8Array(bytes.subarray(at, at + CHUNK_BYTES));
        await delay(20);
      }
    }
    /** As programs do that speak tus: what broke goes on where the server says. */
    const uploadUntilTaken = async (name: string, bytes: Buffer): Promise<void> => {
      const headers = { ...place.headers, 'tus-resumable': '1.0.0' };
      const encoded = (text: string) => Buffer.from(text).toString('base64');
      const metadata = `gallery_id ${encoded(place.gallery)},filename ${encoded(name)}`;
      const ask = (path: string, init: RequestInit) =>
        fetch(`${server.url}${path}`, init).catch(() => undefined);
      let at: string | null | undefined;
      for (; ; await delay(200)) {
        if (!at) {
          const length = { 'upload-length': String(bytes.length), 'upload-metadata': metadata };
          const begun = await ask('/api/photos/uploads', {
            method: 'POST',
            headers: { ...headers, ...length },
          });
          at = begun?.headers.get('location');
          continue;
        }
        const found = await ask(at, { method: 'HEAD', headers });
        if (!found) continue;
        expect([name, found.status]).toEqual([name, 200]);
        const offset = Number(found.headers.get('upload-offset'));
        if (offset > 0) parts.resumed += 1;
        const type = 'application/offset+octet-stream';
        const sending = {
          method: 'PATCH',
          headers: { ...headers, 'content-type': type, 'upload-offset': String(offset) },
          body: Readable.toWeb(Readable.from(slowly(bytes, offset))) as BodyInit,
          duplex: 'half',
        };
        const answer = await ask(at, sending);
        await answer?.body?.cancel().catch(() => undefined);
        if (answer?.ok) return void delivered.parts.set(name, hash(bytes));
      }
    };
    const sendInParts = async () => {
      while (!isEnough(delivered.parts.size)) {
        const { name, versions } = await newShot();
        const bytes = Buffer.concat([versions[0]!, randomBytes(LONG_BYTES)]);
        await uploadUntilTaken(`parts-${name}`, bytes);
      }
    };

    const folder = join(inbox, place.path);
    const lying = async () => (await namesIn(folder)).filter((name) => !name.startsWith('.'));
    const leaveInFolder = async (name: string, bytes: Buffer) => {
      await mkdir(folder, { recursive: true });
      await writeFile(join(folder, `.${name}.x`), bytes);
      await rename(join(folder, `.${name}.x`), join(folder, name));
      delivered.inbox.set(name, hash(bytes));
    };
    const leaveFiles = async () => {
      while (!isEnough(delivered.inbox.size)) {
        if ((await lying()).length >= WAITING) {
          await delay(500);
          continue;
        }
        const { name, versions } = await newShot();
        for (const version of most ? versions.slice(0, 1) : versions) {
          await leaveInFolder(`inbox-${name}`, version);
          // The next version comes when this one was taken.
          while (!most && versions.length > 1 && (await lying()).includes(`inbox-${name}`)) await delay(500);
        }
      }
    };

    const senders = [leaveFiles(), sendInParts(), ...Array.from({ length: SENDERS }, sendByDav)];
    for (let kill = 0; kill < kills; kill += 1) {
      if (withinMs) await delay(500 + Math.random() * withinMs);
      else
        await expect
          .poll(() => parts.half && delivered.dav.size > 0, { timeout: 60_000, interval: 5 })
          .toBe(true);
      await server.kill('SIGKILL');
      parts.killed += 1;
      server = await start();
    }
    isOver = true;
    await Promise.all(senders);
    await expect.poll(lying, { timeout: 120_000 }).toEqual([]);
    console.log(
      `${kills} kills, ${delivered.dav.size} photos in ${sent} requests by WebDAV, ${delivered.inbox.size} by the hot folder, ${delivered.parts.size} in parts, gone on with ${parts.resumed} times`,
    );
    expect(delivered.dav.size).toBeGreaterThan(0);
    expect(delivered.inbox.size).toBeGreaterThan(0);
    expect(parts.resumed).toBeGreaterThan(0);

    const paths = new Map([...delivered.dav, ...delivered.inbox]);
    const wanted = new Map([...paths, ...delivered.parts]);
    const { photographer, gallery } = place;
    if (most === undefined) await untilProcessed(photographer, gallery, 400_000);
    const photos = await listAllPhotos(photographer, gallery);
    expect(photos.map(({ filename }) => filename).sort()).toEqual([...wanted.keys()].sort());
    for (const { id, filename } of photos) {
      expect(hash(await photographer.download(id)), filename).toBe(wanted.get(filename));
      for (const size of ['small', 'medium', 'large'])
        expect((await photographer.download(id, `?size=${size}`)).length, filename).toBeGreaterThan(500);
    }
    expect(await namesIn(join(inbox, 'refused'))).toEqual([]);
    const aside = (await namesIn(taken)).map((name) => name.replace(/ \(\d+\)/, ''));
    expect([...new Set(aside)].sort()).toEqual([...delivered.inbox.keys()].sort());

    await server.kill('SIGTERM');
    expect(server.child.exitCode).toBe(0);
    await inspectData(dataDir, { wanted, paths });
  } finally {
    await server.kill('SIGKILL');
    await remove();
  }
}

/** A gallery to deliver to, and a key of its photographer. */
async function preparePlace(url: string) {
  const admin = await signInTo(url, TEST_ADMIN.username, TEST_ADMIN.password);
  const { photographer, galleryId: gallery } = await createWorkplace(url, admin, 'Delivery');
  const { key } = await photographer.call<{ key: string }>('POST', '/users/profile/keys', {
    name: 'rclone',
    scope: 'upload',
    last_day: new Date(Date.now() + 24 * 3_600_000).toISOString().slice(0, 10),
  });
  const headers = { Authorization: `Bearer ${key}` };
  const listing = await fetch(`${url}/dav/`, { method: 'PROPFIND', headers: { ...headers, Depth: '1' } });
  const slug = /<D:href>\/dav\/([^/<]+)\/</.exec(await listing.text())?.[1] ?? '';
  return { photographer, gallery, headers, path: `${slug}/Delivery photos` };
}

let pictures = 0;
/** A picture that nothing else is like, and an edit of every third. */
async function newShot(): Promise<{ name: string; versions: Buffer[] }> {
  pictures += 1;
  const number = pictures;
  const first = await textured(number, 400, 300);
  const edit = await sharp(first).linear(1.15, 0).jpeg().toBuffer();
  return { name: `${number}.jpg`, versions: number % 3 === 0 ? [first, edit] : [first] };
}

/** What only disk and database tell, while no server holds them. */
async function inspectData(
  dataDir: string,
  { wanted, paths }: Record<'wanted' | 'paths', ReadonlyMap<string, string>>,
): Promise<void> {
  const incoming = await readdir(join(dataDir, 'photos', 'incoming'), {
    recursive: true,
    withFileTypes: true,
  });
  expect(incoming.filter((entry) => entry.isFile())).toEqual([]);
  const database = await openDatabase({ dataDir, databaseUrl: undefined }, createLogger('silent'));
  try {
    const rows = await database.db.selectFrom('photo').select('sha256').execute();
    expect(rows.map(({ sha256 }) => sha256.toString('hex')).sort()).toEqual([...wanted.values()].sort());
    const listed = await database.db.selectFrom('delivered_file').select('name').execute();
    expect(listed.map(({ name }) => name).sort()).toEqual([...paths.keys()].sort());
  } finally {
    await database.close();
  }
}
