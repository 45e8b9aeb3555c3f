/** @module-tag long */
import { createHash } from 'node:crypto';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  type ApiClient,
  createWorkplace,
  isFinal,
  listAllPhotos,
  signInTo,
  untilProcessed,
} from '#scripts/support/api-client.ts';
import { freePort } from '#scripts/support/free-port.ts';
import { listSizes } from '#server/contract/list-sizes.ts';
import { openDatabase } from '#server/db/database.ts';
import { createLogger } from '#server/logger.ts';
import { requireAnalysedOnce } from '#tests/support/analyses.ts';
import {
  preparedDataDir,
  type ServerProcess,
  startServer,
  TEST_ADMIN,
} from '#tests/support/server-process.ts';
import { NIGHTLY, runs } from '#tests/support/thoroughness.ts';

/** `npm run test:full` kills once in each of three moments: uploads, processing, the deletion of photos. */
const KILLING_MS = runs(0, 60_000);
/** Where the machine is so busy that restarts take most of that time. */
const FEWEST_KILLS = runs(1, 4);
const KILLED_WITHIN_MS = runs(1_000, 3_000);
const SAMPLES = 6;

let dataDir: string;
let remove: () => Promise<void>;
let port: number;
let server: ServerProcess;
let photographer: ApiClient;
let gallery: string;
let samples: Buffer[];
/** What the server has answered for: photo id and hash of the bytes that were sent. */
const answered = new Map<string, string>();

const start = async () => {
  // The database under test is the embedded one, whatever the other tests run on.
  const env = { DATABASE_URL: '', FACE_WORKERS: '2', LOG_LEVEL: 'info' };
  server = await startServer({ dataDir, port, env });
};
const hash = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

beforeAll(async () => {
  ({ dataDir, remove } = await preparedDataDir());
  port = await freePort();
  await start();
  const admin = await signInTo(server.url, TEST_ADMIN.username, TEST_ADMIN.password);
  ({ photographer, galleryId: gallery } = await createWorkplace(server.url, admin, 'Fault'));
  const numbers = Array.from({ length: SAMPLES }, (_, i) => i + 1);
  samples = await Promise.all(
    numbers.map(async (n) => {
      const sample = await readFile(`node_modules/@vladmandic/face-api/demo/sample${n}.jpg`);
      return NIGHTLY ? sample : sharp(sample).resize(480).jpeg().toBuffer();
    }),
  );
});
afterAll(async () => {
  await server?.kill('SIGKILL');
  await remove?.();
});

let sent = 0;
/** Uploads one copy after the other of the samples, each unique by what stands behind its end, until it fails. */
async function uploadUntilItEnds(most = Number.POSITIVE_INFINITY): Promise<void> {
  for (let i = 0; i < most; i += 1) {
    sent += 1;
    const n = sent % SAMPLES;
    const bytes = Buffer.concat([samples[n]!, Buffer.from(`copy ${sent}`)]);
    const photo = await photographer.upload(gallery, bytes, `sample-${n}.jpg`).catch(() => undefined);
    if (!photo) return; // the connection broke: nothing was promised
    answered.set(photo.id, hash(bytes));
  }
}

const filesBelow = async (folder: string) =>
  (await readdir(join(dataDir, 'photos', folder), { recursive: true, withFileTypes: true })).filter((entry) =>
    entry.isFile(),
  );

describe('a server killed at any moment', () => {
  test('keeps every photo it has answered for', async () => {
    const until = Date.now() + KILLING_MS;
    let kills = 0;
    while (Date.now() < until || kills < FEWEST_KILLS) {
      const uploads = Promise.all([uploadUntilItEnds(), uploadUntilItEnds(), uploadUntilItEnds()]);
      while (answered.size === 0) await delay(50); // without a promise there is nothing to keep
      await delay(200 + Math.random() * KILLED_WITHIN_MS);
      await server.kill('SIGKILL');
      await uploads;
      kills += 1;
      const began = Date.now();
      await start();
      expect(Date.now() - began, 'restart').toBeLessThan(120_000);
      expect(await filesBelow('incoming')).toEqual([]);
    }
    console.log(`${kills} kills, ${answered.size} answered of ${sent} uploads`);
    const stored = new Set((await listAllPhotos(photographer, gallery)).map((photo) => photo.id));
    for (const [id, sha256] of answered) {
      expect(stored.has(id), id).toBe(true);
      expect(hash(await photographer.download(id)), id).toBe(sha256);
      for (const size of ['small', 'medium', 'large'])
        expect((await photographer.download(id, `?size=${size}`)).length).toBeGreaterThan(1_000);
    }
  });

  test('finishes each photo once, whenever it was interrupted', async () => {
    // Some work is left from before; more is added so that each of these moments falls into processing.
    await uploadUntilItEnds(runs(6, 12));
    for (let kill = 0; kill < runs(1, 4); kill += 1) {
      await delay(200 + Math.random() * 600);
      await server.kill('SIGKILL');
      await start();
    }
    const photos = await untilProcessed(photographer, gallery, 400_000);
    expect(new Set(photos.map((photo) => photo.face_status))).not.toContain('failed');
    await server.kill('SIGTERM');
    expect(server.child.exitCode).toBe(0);
    await inspectDatabase();
    await start();
  });

  test('has either version of a photo whole while it is replaced', async () => {
    const [[id, first] = ['', '']] = answered;
    const versions = new Set([first]);
    let copies = 0;
    const original = await photographer.download(id);
    const replace = async () => {
      for (;;) {
        copies += 1;
        const bytes = Buffer.concat([original, Buffer.from(`version ${copies}`)]);
        versions.add(hash(bytes));
        await photographer.send(`/photos/${id}/replace`, bytes, 'corrected.jpg');
        await photographer.call('POST', `/photos/${id}/bring-back`, {});
      }
    };
    for (let kill = 0; kill < runs(1, 6); kill += 1) {
      const ended = replace().catch(() => undefined);
      await delay(200 + Math.random() * runs(600, 1_500));
      await server.kill('SIGKILL');
      await ended;
      await start();
      expect([...versions]).toContain(hash(await photographer.download(id)));
      for (const size of ['small', 'medium', 'large'])
        expect((await photographer.download(id, `?size=${size}`)).length).toBeGreaterThan(1_000);
    }
    answered.set(id, hash(await photographer.download(id)));
    await untilProcessed(photographer, gallery, 400_000);
  });

  test('has every photo in the gallery or among those that can be restored, and restores it whole', async () => {
    const all = [...answered.keys()].slice(0, listSizes.max);
    const ours = (photos: { id: string }[]) =>
      photos
        .map(({ id }) => id)
        .filter((id) => all.includes(id))
        .sort();
    const bin = `/galleries/${gallery}/deleted-photos`;
    const deleteAndRestore = async () => {
      for (;;) {
        await photographer.call('POST', '/photos/bulk-delete', { photo_ids: all });
        await photographer.call('POST', `${bin}/restore`, {});
      }
    };
    for (let kill = 0; kill < runs(1, 6); kill += 1) {
      const ended = deleteAndRestore().catch(() => undefined);
      await delay(50 + Math.random() * runs(300, 1_000));
      await server.kill('SIGKILL');
      await ended;
      await start();
      const kept = await photographer.call<{ photos: { id: string }[] }>(
        'GET',
        `${bin}?limit=${listSizes.max}`,
      );
      const found = ours([...(await listAllPhotos(photographer, gallery)), ...kept.photos]);
      expect(found).toEqual(all.toSorted());
    }
    await photographer.call('POST', '/photos/bulk-delete', { photo_ids: all });
    await photographer.call('POST', `${bin}/restore`, {});
    const photos = await untilProcessed(photographer, gallery, 400_000);
    expect(ours(photos)).toEqual(all.toSorted());
    for (const [id, sha256] of answered) expect(hash(await photographer.download(id)), id).toBe(sha256);
    await server.kill('SIGTERM');
    await inspectDatabase();
    if (NIGHTLY) await start(); // for those below
  });

  /** What only the database tells, while no server holds it. */
  async function inspectDatabase(): Promise<void> {
    const database = await openDatabase({ dataDir, databaseUrl: undefined }, createLogger('silent'));
    try {
      const rows = await requireAnalysedOnce(database.db);
      // A file without a row belongs to an upload that was killed; its removal is in the books.
      const versions = await database.db.selectFrom('deleted_photo').select('original_key').execute();
      const owned = new Set([...rows, ...versions].map((row) => row.original_key));
      const jobs = await database.db
        .selectFrom('job')
        .select('payload')
        .where('name', '=', 'remove-files')
        .execute();
      const guarded = new Set(jobs.flatMap((job) => job.payload.keys as string[]));
      for (const file of await filesBelow('originals')) {
        const key = join(file.parentPath, file.name).slice(join(dataDir, 'photos').length + 1);
        expect(owned.has(key) || guarded.has(key), key).toBe(true);
      }
    } finally {
      await database.close();
    }
  }
});

describe('one server', () => {
  test.runIf(NIGHTLY)('gives up on a photo whose picture is ruined and goes on with the others', async () => {
    const before = await listAllPhotos(photographer, gallery);
    const [poisoned] = before;
    if (!poisoned) throw new Error('no photo to ruin');
    const files = await filesBelow('renditions');
    const file = files.find((each) => each.parentPath.endsWith(poisoned.id) && each.name.startsWith('large'));
    await writeFile(join(file?.parentPath ?? '', file?.name ?? ''), 'not a picture any more');
    const admin = await signInTo(server.url, TEST_ADMIN.username, TEST_ADMIN.password);
    await admin.call('POST', `/facerecognition/admin/galleries/${gallery}/reprocess`);
    const after = await untilProcessed(photographer, gallery, 400_000);
    expect(after.filter((photo) => photo.face_status === 'failed').map((photo) => photo.id)).toEqual([
      poisoned.id,
    ]);
    type Job = { photo_id: string; error: string | null; error_code: string | null };
    const path = '/facerecognition/admin/jobs/recent?limit=500';
    const { jobs } = await admin.call<{ jobs: Job[] }>('GET', path);
    const job = jobs.find((each) => each.photo_id === poisoned.id);
    expect([job?.error_code, job?.error]).toEqual(['image_unreadable', expect.stringMatching(/\w+/)]);
  });

  test.runIf(NIGHTLY)('is alone in its folder: a second one is refused with one line', async () => {
    const second = startServer({ dataDir, env: { DATABASE_URL: '' } });
    await expect(second).rejects.toThrow(/The data folder is in use by a running Clublens \(process \d+/);
    expect((await fetch(`${server.url}/readyz`)).status).toBe(200);
  });

  test.runIf(NIGHTLY)(
    'told to stop in the middle of a burst ends in time and in order, and goes on later',
    async () => {
      const uploads = Promise.all(Array.from({ length: 6 }, () => uploadUntilItEnds()));
      await delay(runs(700, 1_500));
      const began = Date.now();
      await server.kill('SIGTERM');
      expect(Date.now() - began).toBeLessThan(60_000);
      expect(server.child.exitCode).toBe(0);
      await uploads;
      await start();
      const photos = await untilProcessed(photographer, gallery, 400_000);
      expect(photos.every(isFinal)).toBe(true);
      const stored = new Set(photos.map((photo) => photo.id));
      expect([...answered.keys()].filter((id) => !stored.has(id))).toEqual([]);
    },
  );
});
