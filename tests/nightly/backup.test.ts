import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type ApiClient, createWorkplace, signInTo } from '#scripts/support/api-client.ts';
import { BackupFolder, isFinishedBackup } from '#server/backup/backup-folder.ts';
import { restoreBackup } from '#server/backup/restore-backup.ts';
import { openDatabase } from '#server/db/database.ts';
import { createLogger } from '#server/logger.ts';
import { askRunningServer } from '#server/operator/operator-socket.ts';
import { DiskStore } from '#server/storage/disk-store.ts';
import {
  preparedDataDir,
  type ServerProcess,
  startServer,
  TEST_ADMIN,
} from '#tests/support/server-process.ts';

/** How often the server is killed; each time during a backup and uploads. */
const KILLS = Number(process.env.BACKUP_KILLS ?? 2);
const LONGEST_MS = 12_000;

let dataDir: string;
let remove: () => Promise<void>;
let server: ServerProcess;
let gallery: string;

/** What was answered with success, in this order: a photo, then a club of the same number. */
const photos: string[] = [];
/** Null: the server was killed between a photo and its club. */
const clubs: (string | null)[] = [];
let sent = 0;
/** By folder: how many of both were answered when its backup was asked for. */
const asked = new Map<string, number>();

const start = async () => {
  server = await startServer({ dataDir, env: { DATABASE_URL: '', FACE_WORKERS: '1' } });
};

beforeAll(async () => {
  ({ dataDir, remove } = await preparedDataDir());
  await start();
  const admin = await signInTo(server.url, TEST_ADMIN.username, TEST_ADMIN.password);
  const workplace = await createWorkplace(server.url, admin, 'Backup');
  gallery = workplace.galleryId;
});
afterAll(async () => {
  await server?.kill('SIGKILL');
  await remove?.();
});

/** One photo and one club after another until the server is gone. */
async function workUntilItEnds(admin: ApiClient): Promise<void> {
  for (;;) {
    const number = sent;
    sent += 1;
    try {
      const color = { r: number % 256, g: (number >> 8) % 256, b: 99 };
      const picture = await sharp({ create: { width: 64, height: 48, channels: 3, background: color } })
        .png() // no two are alike: a JPEG of a similar colour has the same bytes, and is taken for a duplicate
        .toBuffer();
      photos.push((await admin.upload(gallery, picture, `photo-${number}.png`)).id);
      const club = { name: `Club ${number}`, sport_type: 'Handball' };
      clubs.push((await admin.call<{ id: string }>('POST', '/clubs', club)).id);
    } catch {
      if (photos.length > clubs.length) clubs.push(null);
      return; // killed; what was not answered may be there or not
    }
  }
}

test('every backup that was finished holds one instant; one that was not is none', {
  timeout: Math.max(600_000, KILLS * 60_000),
}, async () => {
  const finished: string[] = [];
  for (let kill = 0; kill < KILLS; kill += 1) {
    const admin = await signInTo(server.url, TEST_ADMIN.username, TEST_ADMIN.password);
    const work = workUntilItEnds(admin);
    const folder = join(dataDir, 'backups', `backup-${kill}`);
    asked.set(folder, clubs.length);
    const backup = askRunningServer(dataDir, { action: 'backup', folder }).catch(() => undefined);
    // The first one is finished, so that one is compared in any case.
    if (kill === 0) expect(await backup).toMatchObject({ ok: true });
    else await Promise.race([backup, delay(Math.random() * LONGEST_MS)]);
    await server.kill('SIGKILL');
    await Promise.all([work, backup]);
    if (await isFinishedBackup(folder)) finished.push(folder);
    else await expect(BackupFolder.open(folder)).rejects.toThrow(/interrupted|cannot be read|no manifest/);
    await start();
  }
  await server.kill('SIGKILL');
  console.log(`${KILLS} kills, ${finished.length} backups finished, ${photos.length} photos answered`);
  expect(new Set(photos).size).toBe(photos.length);
  for (const folder of finished) await compare(folder);
});

/** Restores a backup and compares it with what had been answered. */
async function compare(folder: string): Promise<void> {
  const restored = `${folder}-restored`;
  const database = await openDatabase({ dataDir: restored, databaseUrl: undefined }, createLogger('silent'));
  try {
    const store = await DiskStore.open(join(restored, 'photos'));
    const backup = await BackupFolder.open(folder);
    await restoreBackup(backup, { ...database, store }); // compares every original with its hash
    expect(backup.manifest.originals).toMatchObject({ missing: [], damaged: [] });
    const rows = await database.db.selectFrom('photo').select('id').execute();
    const made = await database.db.selectFrom('club').select('id').execute();
    const there = new Set([...rows, ...made].map(({ id }) => id));
    const before = asked.get(folder)!;
    expect(photos.slice(0, before).filter((id) => !there.has(id))).toEqual([]);
    expect(clubs.slice(0, before).filter((id) => id !== null && !there.has(id))).toEqual([]);
    // One instant: each club came after its photo, and each photo after the club before it.
    const restoredPhotos = photos.map((id) => there.has(id)).lastIndexOf(true) + 1;
    const restoredClubs = clubs.map((id) => id !== null && there.has(id)).lastIndexOf(true) + 1;
    expect(photos.slice(0, restoredPhotos).every((id) => there.has(id))).toBe(true);
    expect(clubs.slice(0, restoredClubs).every((id) => id === null || there.has(id))).toBe(true);
    expect(restoredPhotos - restoredClubs).toBeGreaterThanOrEqual(0);
    expect(restoredPhotos - restoredClubs).toBeLessThanOrEqual(1);
  } finally {
    await database.close();
  }
}
