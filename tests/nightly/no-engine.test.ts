import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { type ApiClient, createWorkplace, listAllPhotos, signInTo } from '#scripts/support/api-client.ts';
import {
  preparedDataDir,
  type ServerProcess,
  startServer,
  TEST_ADMIN,
} from '#tests/support/server-process.ts';

let dataDir: string;
let remove: () => Promise<void>;
let server: ServerProcess;
let photographer: ApiClient;
let gallery: string;

beforeAll(async () => {
  ({ dataDir, remove } = await preparedDataDir());
  // Nothing can be read or made below a file, so there will be no models.
  const file = join(dataDir, 'not-a-folder');
  await writeFile(file, '');
  const env = { DATABASE_URL: '', MODELS_DIR: join(file, 'models'), LOG_LEVEL: 'info' };
  server = await startServer({ dataDir, env, until: '/healthz' });
  const admin = await signInTo(server.url, TEST_ADMIN.username, TEST_ADMIN.password);
  ({ photographer, galleryId: gallery } = await createWorkplace(server.url, admin, 'Engineless'));
});
afterAll(async () => {
  await server?.kill('SIGKILL');
  await remove?.();
});

const storedFiles = async () =>
  (await readdir(join(dataDir, 'photos'), { recursive: true, withFileTypes: true })).filter((entry) =>
    entry.isFile(),
  ).length;
const upload = async (name: string) =>
  photographer.upload(
    gallery,
    Buffer.concat([await readFile('node_modules/@vladmandic/face-api/demo/sample1.jpg'), Buffer.from(name)]),
    name,
  );

test('without recognition photos are stored and wait, and what is deleted is removed from the disk', async () => {
  await vi.waitFor(() => expect(server.output()).toContain('face recognition could not start'), 60_000);
  expect(server.output()).toContain('Tried: yunet: models folder:');
  await upload('stays.jpg');
  const gone = await upload('goes.jpg');
  expect(await storedFiles()).toBe(8);
  await photographer.call('DELETE', `/photos/${gone!.id}`);
  await photographer.call('POST', `/galleries/${gallery}/deleted-photos/purge`, {});
  await vi.waitFor(async () => expect(await storedFiles()).toBe(4), { timeout: 60_000, interval: 200 });
  const photos = await listAllPhotos(photographer, gallery);
  expect(photos).toEqual([expect.objectContaining({ filename: 'stays.jpg', face_status: 'queued' })]);
});
