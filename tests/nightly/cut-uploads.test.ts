import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Server } from 'node:net';
import sharp from 'sharp';
import { Upload } from 'tus-js-client';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createWorkplace, listAllPhotos, signInTo } from '#scripts/support/api-client.ts';
import {
  preparedDataDir,
  type ServerProcess,
  startServer,
  TEST_ADMIN,
} from '#tests/support/server-process.ts';

/** UPLOAD_PHOTOS=1000 for the whole measurement; one cut for ten photos. */
const PHOTOS = Number(process.env.UPLOAD_PHOTOS ?? 30);
const CUTS = PHOTOS / 10;
const PHOTO_BYTES = 2_000_000;
const AT_ONCE = 3;
/** What a careful proxy allows a body to hold. */
const PART_BYTES = 512 * 1024;
/** At most, of one request. */
const HEAD_BYTES = 2_000;

let server: ServerProcess;
let remove: () => Promise<void>;
let line: Server;
/** Bytes that came from the client, and the connections it lost. */
const seen = { bytes: 0, cuts: 0 };

/** A line to the server that breaks after random numbers of bytes, as the network of a sports hall does. */
async function openLine(target: URL): Promise<Server> {
  const everyBytes = (PHOTOS * PHOTO_BYTES) / CUTS;
  let next = everyBytes * Math.random();
  const opened = createServer((client) => {
    const upstream = connect(Number(target.port), target.hostname);
    for (const socket of [client, upstream]) socket.on('error', () => undefined);
    client.on('data', (chunk) => {
      seen.bytes += chunk.length;
      upstream.write(chunk);
      if (seen.cuts < CUTS && seen.bytes > next) {
        seen.cuts += 1;
        next = seen.cuts * everyBytes + everyBytes * Math.random();
        client.destroy();
      }
    });
    client.on('close', () => upstream.end());
    upstream.on('data', (chunk) => client.destroyed || client.write(chunk));
    upstream.on('close', () => client.destroy());
  });
  opened.listen(0, '127.0.0.1');
  await once(opened, 'listening');
  return opened;
}

beforeAll(async () => {
  const prepared = await preparedDataDir();
  remove = prepared.remove;
  server = await startServer({
    dataDir: prepared.dataDir,
    until: '/healthz',
    env: { DATABASE_URL: '', FACE_WORKERS: '1' },
  });
  line = await openLine(new URL(server.url));
});
afterAll(async () => {
  line?.close();
  await server?.kill('SIGKILL');
  await remove?.();
});

/** A small picture in a large file: bytes behind its end are no part of it. */
async function makePhoto(index: number): Promise<Buffer> {
  const background = { r: index % 256, g: index >> 8, b: 90 };
  const picture = await sharp({ create: { width: 64, height: 64, channels: 3, background } })
    .jpeg()
    .toBuffer();
  return Buffer.concat([picture, randomBytes(PHOTO_BYTES - picture.length)]);
}

test(
  `${CUTS} cuts of the line while ${PHOTOS} photos are uploaded lose none, double none, and send at most one part again each`,
  async () => {
    const admin = await signInTo(server.url, TEST_ADMIN.username, TEST_ADMIN.password);
    const { photographer, galleryId } = await createWorkplace(server.url, admin, 'Cuts');
    const body = new URLSearchParams({ username: TEST_ADMIN.username, password: TEST_ADMIN.password });
    const signedIn = await fetch(`${server.url}/api/auth/login`, { method: 'POST', body });
    const token = ((await signedIn.json()) as { data: { access_token: string } }).data.access_token;
    const address = `http://127.0.0.1:${(line.address() as AddressInfo).port}`;
    const sent = new Map<string, string>();
    const queue = Array.from({ length: PHOTOS }, (_, index) => index);
    const duplicates: string[] = [];
    const work = async () => {
      for (let index = queue.shift(); index !== undefined; index = queue.shift()) {
        const bytes = await makePhoto(index);
        const filename = `photo${index}.jpg`;
        const answer = await send(bytes, { address, token, galleryId, filename });
        if (answer?.data?.duplicate) duplicates.push(filename);
        sent.set(filename, createHash('sha256').update(bytes).digest('hex'));
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, work));

    const photos = await listAllPhotos(photographer, galleryId);
    expect(photos.map(({ filename }) => filename).sort()).toEqual([...sent.keys()].sort());
    for (const photo of photos) {
      const original = await photographer.download(photo.id);
      expect(createHash('sha256').update(original).digest('hex')).toBe(sent.get(photo.filename));
    }
    expect(duplicates).toEqual([]);
    expect(seen.cuts).toBe(CUTS);
    const again = seen.bytes - PHOTOS * PHOTO_BYTES;
    console.log(`${seen.cuts} cuts, ${again} bytes sent besides the photos, heads of requests included`);
    const parts = PHOTOS * Math.ceil(PHOTO_BYTES / PART_BYTES);
    expect(again).toBeLessThan(CUTS * PART_BYTES + (parts + PHOTOS) * HEAD_BYTES);
  },
  PHOTOS * 5_000,
);

type Answer = { data?: { duplicate?: boolean } };

function send(
  bytes: Buffer,
  { address, token, galleryId, filename }: Record<'address' | 'token' | 'galleryId' | 'filename', string>,
): Promise<Answer | undefined> {
  return new Promise((resolve, reject) => {
    new Upload(bytes, {
      endpoint: `${address}/api/photos/uploads`,
      chunkSize: PART_BYTES,
      retryDelays: [50, 100, 200, 400, 800],
      metadata: { gallery_id: galleryId, filename },
      headers: { authorization: `Bearer ${token}` },
      // The line is cut while an answer is on its way, too: a conflict is met with a question for the offset.
      onSuccess: ({ lastResponse }) => {
        const body = lastResponse.getBody();
        resolve(body ? (JSON.parse(body) as Answer) : undefined);
      },
      onError: reject,
    }).start();
  });
}
