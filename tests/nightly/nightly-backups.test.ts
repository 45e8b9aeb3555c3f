import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { backUpWhenDue, latestDueTime, type NightlySettings } from '#server/backup/nightly-backups.ts';
import { notifyBackupFailed } from '#server/backup/notify-backup-failed.ts';
import type { Installation } from '#server/backup/run-backup.ts';
import type { BackupStatus } from '#server/contract/schemas/backups.ts';
import { type Actor, createActor } from '#tests/support/actors.ts';
import { installationOfApp, type PhotoApp, startPhotoApp } from '#tests/support/photo-app.ts';
import { quarters } from '#tests/support/test-images.ts';

let app: PhotoApp;
let admin: Actor;
let root: string;
let installation: Installation;
let settings: NightlySettings;

beforeAll(async () => {
  app = await startPhotoApp({}, undefined, { ownDatabase: true });
  admin = await createActor(app, ['admin']);
  root = await mkdtemp(join(tmpdir(), 'clublens-nightly-'));
  installation = installationOfApp(app);
  settings = { dir: join(root, 'backups'), at: '03:00', keep: 1, passphrase: undefined };
  app.ctx.backup = settings;
  expect((await app.send(await quarters().jpeg().toBuffer())).status).toBe(201);
});
afterAll(async () => {
  await app?.close();
  await rm(root, { recursive: true });
});

const inDays = (days: number) => new Date(Date.now() + days * 24 * 3_600_000);
const status = async () => (await admin.call<BackupStatus>('GET', '/backups/status')).body.data;
/** One look at this moment; answers the reasons that administrators were told. */
async function look(now: Date): Promise<string[]> {
  const reasons: string[] = [];
  await backUpWhenDue(installation, settings, now, async (reason) => {
    reasons.push(reason);
    await notifyBackupFailed(app.ctx);
  });
  return reasons;
}

test('a backup is due at its time of day, each day', () => {
  const local = (text: string) => new Date(`${text}:00`);
  expect(latestDueTime('03:00', local('2026-11-22T03:00'))).toEqual(local('2026-11-22T03:00'));
  expect(latestDueTime('03:00', local('2026-11-22T02:59'))).toEqual(local('2026-11-21T03:00'));
  expect(latestDueTime('23:59', local('2026-01-01T00:10'))).toEqual(local('2025-12-31T23:59'));
});

test('is made once a day, is restored on trial, and the oldest ones go', async () => {
  expect(await status()).toMatchObject({ is_set_up: true, at: '03:00', keep: 1, latest: null });
  expect(await look(new Date())).toEqual([]);
  const first = await status();
  expect(first).toMatchObject({
    proven_at: expect.any(String),
    latest: { photos: 1, error: null, proof_error: null, is_running: false, faulty_originals: 0 },
  });
  expect(await look(new Date())).toEqual([]);
  expect(await readdir(settings.dir)).toHaveLength(1);
  const foreign = join(settings.dir, 'holiday-pictures');
  await writeFile(foreign, 'not a backup');
  expect(await look(inDays(1))).toEqual([]);
  const kept = (await readdir(settings.dir)).sort();
  expect(kept).toEqual([expect.stringContaining(inDays(1).toISOString().slice(0, 10)), 'holiday-pictures']);
});

test('one that cannot be restored is told to the administrators, and no older one goes', {
  timeout: 600_000,
}, async () => {
  const before = await readdir(settings.dir);
  const newest = join(
    settings.dir,
    before
      .filter((name) => name.startsWith('2'))
      .sort()
      .at(-1)!,
  );
  const files = await readdir(join(newest, 'originals'), { recursive: true, withFileTypes: true });
  const file = files.find((entry) => entry.isFile())!;
  const path = join(file.parentPath, file.name);
  const bytes = await readFile(path);
  bytes[bytes.length - 5]! ^= 1;
  await writeFile(path, bytes);
  expect(await look(inDays(2))).toEqual([expect.stringContaining('is not as it was written')]);
  expect((await readdir(settings.dir)).length).toBe(before.length + 1);
  expect(await status()).toMatchObject({
    proven_at: expect.any(String),
    latest: { error: null, proof_error: expect.stringContaining('is not as it was written') },
  });
  const told = await app.ctx.db
    .selectFrom('notification')
    .select('href')
    .where('kind', '=', 'backup_failed')
    .where('user_id', '=', admin.id)
    .execute();
  expect(told).toEqual([{ href: '/admin/settings' }]);
});

test('one that cannot be written is told once, with the reason', async () => {
  settings = { ...settings, dir: join(root, 'a-file', 'backups') };
  app.ctx.backup = settings;
  await writeFile(join(root, 'a-file'), '');
  expect(await look(new Date())).toEqual([expect.stringContaining('ENOTDIR')]);
  expect(await look(new Date())).toEqual([]);
  expect((await status()).latest).toMatchObject({ error: expect.stringContaining('ENOTDIR') });
});

test('only administrators see it', async () => {
  expect((await app.photographer.call('GET', '/backups/status')).status).toBe(403);
});
