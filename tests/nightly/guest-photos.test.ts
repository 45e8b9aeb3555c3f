import { randomBytes } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { type ApiClient, createWorkplace, listAllPhotos, signInTo } from '#scripts/support/api-client.ts';
import { freePort } from '#scripts/support/free-port.ts';
import { openDatabase } from '#server/db/database.ts';
import { createLogger } from '#server/logger.ts';
import { photoFileKeys } from '#server/storage/storage-keys.ts';
import {
  preparedDataDir,
  type ServerProcess,
  startServer,
  TEST_ADMIN,
} from '#tests/support/server-process.ts';
import { quarters } from '#tests/support/test-images.ts';

const KILLS = 3;
const guestKey = randomBytes(32).toString('base64url');

let dataDir: string;
let remove: () => Promise<void>;
let port: number;
let server: ServerProcess;
let photographer: ApiClient;
let gallery: string;
let token: string;
/** What the server has answered for: photos that wait, and those it said became part of the gallery. */
const sent = new Set<string>();
const accepted = new Set<string>();

const start = async () => {
  const env = { DATABASE_URL: '', FACE_WORKERS: '1', LOG_LEVEL: 'error' };
  server = await startServer({ dataDir, port, env });
};

beforeAll(async () => {
  ({ dataDir, remove } = await preparedDataDir());
  port = await freePort();
  await start();
  const admin = await signInTo(server.url, TEST_ADMIN.username, TEST_ADMIN.password);
  ({ photographer, galleryId: gallery } = await createWorkplace(server.url, admin, 'Guests'));
  ({ token } = await photographer.call<{ token: string }>('POST', `/galleries/${gallery}/links`, {
    collects: true,
  }));
});
afterAll(async () => {
  await server?.kill('SIGKILL');
  await remove?.();
});

const headers = { 'tus-resumable': '1.0.0', 'x-guest-key': guestKey };

let number = 0;
/** Sends a picture that nobody has sent before: without their metadata, files of the same pixels are the same. */
async function sendOne(): Promise<string | undefined> {
  number += 1;
  const bytes = await quarters(320 + (number % 400), 240 + Math.floor(number / 400))
    .jpeg()
    .toBuffer();
  const begun = await fetch(`${server.url}/api/galleries/shared/${token}/uploads`, {
    method: 'POST',
    headers: {
      ...headers,
      'upload-length': String(bytes.length),
      'upload-metadata': `filename ${btoa('a.jpg')}`,
    },
  });
  const location = begun.headers.get('location');
  if (!location) return undefined;
  const answer = await fetch(`${server.url}${location}`, {
    method: 'PATCH',
    headers: { ...headers, 'content-type': 'application/offset+octet-stream', 'upload-offset': '0' },
    body: new Uint8Array(bytes),
  });
  const { data } = (await answer.json()) as { data?: { id: string } };
  return data?.id;
}

async function sendUntilItEnds(): Promise<void> {
  for (;;) {
    const id = await sendOne().catch(() => undefined);
    if (id === undefined) return; // the connection broke: nothing was promised
    sent.add(id);
  }
}

async function decideUntilItEnds(): Promise<void> {
  for (;;) {
    try {
      const { photos } = await photographer.call<{ photos: { id: string }[] }>(
        'GET',
        `/galleries/${gallery}/guest-photos`,
      );
      const [first] = photos;
      if (first) {
        await photographer.call('POST', `/galleries/${gallery}/guest-photos/accept`, {
          guest_photo_ids: [first.id],
        });
        accepted.add(first.id);
      } else await delay(50);
    } catch {
      return;
    }
  }
}

test('a server killed at any moment keeps every photo of a guest, waiting or accepted, and no file of none', {
  timeout: 600_000,
}, async () => {
  for (let kill = 0; kill < KILLS; kill += 1) {
    const work = Promise.all([sendUntilItEnds(), sendUntilItEnds(), decideUntilItEnds()]);
    // On a busy machine nothing may have been answered by then: the first kill waits for it.
    if (kill === 0) await vi.waitUntil(() => sent.size > 0, { timeout: 60_000 });
    await delay(1_000 + Math.random() * 3_000);
    await server.kill('SIGKILL');
    await work;
    await start();
  }
  console.log(`${KILLS} kills, ${sent.size} answered, ${accepted.size} accepted`);
  const photos = new Set((await listAllPhotos(photographer, gallery)).map(({ id }) => id));
  const { photos: waiting } = await photographer.call<{ photos: { id: string }[] }>(
    'GET',
    `/galleries/${gallery}/guest-photos?limit=500`,
  );
  const known = new Set([...photos, ...waiting.map(({ id }) => id)]);
  expect(sent.size).toBeGreaterThan(0);
  expect([...accepted].filter((id) => !photos.has(id))).toEqual([]);
  expect([...sent].filter((id) => !known.has(id))).toEqual([]);
  expect(known.size).toBe(photos.size + waiting.length);
  for (const id of photos) expect((await photographer.download(id)).length).toBeGreaterThan(1_000);
  await server.kill('SIGTERM');
  await requireOwnedFiles();
});

/** A file without a row belongs to an upload that was killed, or to a photo that is a duplicate; its removal is queued. */
async function requireOwnedFiles(): Promise<void> {
  const database = await openDatabase({ dataDir, databaseUrl: undefined }, createLogger('silent'));
  try {
    const rows = [
      ...(await database.db
        .selectFrom('photo')
        .select(['id', 'original_key', 'rendition_version'])
        .execute()),
      ...(await database.db.selectFrom('guest_photo').select(['id', 'original_key']).execute()).map(
        (row) => ({
          ...row,
          rendition_version: 1,
        }),
      ),
    ];
    const jobs = await database.db
      .selectFrom('job')
      .select('payload')
      .where('name', '=', 'remove-files')
      .execute();
    const owned = new Set([
      ...rows.flatMap(photoFileKeys),
      ...jobs.flatMap(({ payload }) => payload.keys as string[]),
    ]);
    const folder = join(dataDir, 'photos');
    const files = (await readdir(folder, { recursive: true, withFileTypes: true })).filter((file) =>
      file.isFile(),
    );
    for (const file of files) {
      const key = join(file.parentPath, file.name).slice(folder.length + 1);
      if (key.startsWith('originals') || key.startsWith('renditions')) expect(owned.has(key), key).toBe(true);
    }
  } finally {
    await database.close();
  }
}
