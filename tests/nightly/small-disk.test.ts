import { execFileSync } from 'node:child_process';
import { cpSync } from 'node:fs';
import { statfs } from 'node:fs/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type ApiClient, createWorkplace, signInTo } from '#scripts/support/api-client.ts';
import { defaultLeastFreeSpace } from '#server/storage/disk-room.ts';
import {
  preparedDataDir,
  type ServerProcess,
  startServer,
  TEST_ADMIN,
  temporaryDataDir,
} from '#tests/support/server-process.ts';

const MIB = 1024 * 1024;
const PHOTO = 6 * MIB;

const isMountable = (() => {
  try {
    execFileSync('unshare', ['--mount', 'mount', '-t', 'tmpfs', 'tmpfs', '/mnt'], { stdio: 'ignore' });
    return process.getuid?.() === 0;
  } catch {
    return false;
  }
})();

let dataDir = '';
let server: ServerProcess;
let client: ApiClient;
let least = Number.POSITIVE_INFINITY;
let watch: NodeJS.Timeout;

const free = async () => {
  const { bavail, bsize } = await statfs(dataDir);
  least = Math.min(least, bavail * bsize);
  return bavail * bsize;
};

beforeAll(async () => {
  if (!isMountable) return;
  ({ dataDir } = await temporaryDataDir());
  execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=240m', 'tmpfs', dataDir]);
  const prepared = await preparedDataDir();
  cpSync(prepared.dataDir, dataDir, { recursive: true });
  await prepared.remove();
  server = await startServer({ dataDir, until: '/healthz', env: { DATABASE_URL: '', FACE_WORKERS: '1' } });
  client = await signInTo(server.url, TEST_ADMIN.username, TEST_ADMIN.password);
  watch = setInterval(() => void free(), 5);
});
afterAll(async () => {
  clearInterval(watch);
  if (!dataDir) return;
  await server?.kill('SIGTERM');
  execFileSync('umount', [dataDir]);
});

test.skipIf(!isMountable)(
  'a small disk that guests fill stays above its floor; members sign in and write, and photos go on when there is room',
  async () => {
    const { galleryId, photographer } = await createWorkplace(server.url, client, 'Small');
    const { token } = await photographer.call<{ token: string }>('POST', `/galleries/${galleryId}/links`, {
      name: 'Guests',
      collects: true,
    });
    const uploads = `${server.url}/api/galleries/shared/${token}/uploads`;
    const headers = { 'tus-resumable': '1.0.0', 'x-guest-key': 'a'.repeat(43) };
    const begin = () =>
      fetch(uploads, {
        method: 'POST',
        headers: {
          ...headers,
          'upload-length': String(PHOTO),
          'upload-metadata': `filename ${btoa('a.jpg')}`,
        },
      });
    const bring = (location: string, bytes: number, offset = 0) =>
      fetch(`${server.url}${location}`, {
        method: 'PATCH',
        headers: {
          ...headers,
          'content-type': 'application/offset+octet-stream',
          'upload-offset': String(offset),
        },
        body: new Uint8Array(bytes),
      });
    const begun = await Promise.all(Array.from({ length: 60 }, begin));
    const statuses = begun.map(({ status }) => status);
    expect(new Set(statuses)).toEqual(new Set([201, 507]));
    const fitting = begun.flatMap(({ headers }) => headers.get('location') ?? []);
    // All but the last byte of each, so that none is refused as no picture and removed.
    const brought = await Promise.all(fitting.map((location) => bring(location, PHOTO - 1)));
    for (const { status } of brought) expect([204, 507]).toContain(status);
    await expect(photographer.upload(galleryId, new Uint8Array(PHOTO), 'a.jpg')).rejects.toMatchObject({
      status: 507,
    });
    // Others go on.
    for (let n = 0; n < 40; n += 1)
      await Promise.all(
        Array.from({ length: 5 }, () => signInTo(server.url, TEST_ADMIN.username, TEST_ADMIN.password)),
      );
    expect(least).toBeGreaterThan(defaultLeastFreeSpace.atLeast / 2);
    // What is ended makes room.
    for (const location of fitting) await fetch(`${server.url}${location}`, { method: 'DELETE', headers });
    expect((await begin()).status).toBe(201);
  },
);
