import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type ApiClient, signInTo } from '#scripts/support/api-client.ts';
import { BackupFolder, isFinishedBackup } from '#server/backup/backup-folder.ts';
import type { BackupStatus } from '#server/contract/schemas/backups.ts';
import {
  preparedDataDir,
  type ServerProcess,
  startServer,
  TEST_ADMIN,
} from '#tests/support/server-process.ts';

const MOST_KILLS = 5;
const foreign = '2020-01-01T03-00-00Z';
let dataDir: string;
let remove: () => Promise<void>;
let folder: string;
let server: ServerProcess;
let admin: ApiClient;

const start = async () => {
  server = await startServer({ dataDir, env: { DATABASE_URL: '', BACKUP_DIR: '', FACE_WORKERS: '1' } });
  admin = await signInTo(server.url, TEST_ADMIN.username, TEST_ADMIN.password);
};
const status = () => admin.call<BackupStatus>('GET', '/backups/status');

beforeAll(async () => {
  ({ dataDir, remove } = await preparedDataDir());
  folder = await mkdtemp(join(tmpdir(), 'clublens-page-'));
  // Of another installation, and older.
  await mkdir(join(folder, foreign));
  await writeFile(join(folder, foreign, 'manifest.json'), '');
  await start();
});
afterAll(async () => {
  await server?.kill('SIGKILL');
  await remove?.();
  await rm(folder, { recursive: true });
});

const made = async () => (await readdir(folder)).filter((name) => name !== foreign);

test('a kill leaves no half backup, and the next one removes what was written', {
  timeout: 600_000,
}, async () => {
  expect(await status()).toMatchObject({ is_set_up: false, folder: null, made_at: null });
  const finished: string[] = [];
  let half: string | undefined;
  // A kill may come when the backup is finished; that one has to be whole, and another one is tried.
  for (let kill = 0; half === undefined && kill < MOST_KILLS; kill += 1) {
    const before = await made();
    await admin.call('POST', '/backups', { folder });
    expect(await status()).toMatchObject({ folder, latest: { is_running: true } });
    const begun = async () => (await made()).find((name) => !before.includes(name));
    // Until it writes.
    while ((await begun()) === undefined) await delay(1);
    const name = (await begun())!;
    await server.kill('SIGKILL');
    // What is left of the process that writes would go on until now.
    await delay(2_000);
    if (await isFinishedBackup(join(folder, name))) {
      await BackupFolder.open(join(folder, name));
      finished.push(name);
      await start();
    } else half = name;
  }
  console.log(`${finished.length} kills came when the backup was finished`);
  expect(half).toBeDefined();
  await expect(BackupFolder.open(join(folder, half!))).rejects.toThrow();

  await start();
  expect((await status()).latest).toMatchObject({ is_running: false });
  await admin.call('POST', '/backups', { folder });
  await expect.poll(async () => (await status()).latest?.finished_at, { timeout: 300_000 }).toBeTruthy();
  expect(await status()).toMatchObject({
    made_at: expect.any(String),
    proven_at: expect.any(String),
    latest: { error: null, proof_error: null },
  });
  await expect.poll(made).toHaveLength(finished.length + 1);
  expect(await made()).toEqual(expect.arrayContaining(finished));
  expect(await readdir(folder)).toContain(foreign);
  expect(await made()).not.toContain(half);
});
