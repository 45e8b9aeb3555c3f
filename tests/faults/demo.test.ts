import { spawnSync } from 'node:child_process';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { listAllPhotos, signInTo } from '#server/scripts/remote-club.ts';
import { preparedDataDir, startServer } from '#tests/support/server-process.ts';

let dataDir: string;
let remove: () => Promise<void>;
beforeAll(async () => {
  ({ dataDir, remove } = await preparedDataDir());
});
afterAll(() => remove());

function seed(env: Record<string, string> = {}) {
  return spawnSync(process.execPath, ['server/scripts/seed.ts'], {
    encoding: 'utf8',
    env: { ...process.env, DATABASE_URL: '', DATA_DIR: dataDir, ...env },
  });
}

test('the demo is made once, with people found, and never in a folder others use', {
  timeout: 180_000,
}, async () => {
  const first = seed();
  expect([first.status, first.stderr]).toEqual([0, '']);
  const password = first.stdout.match(/shown only now\), password (\S+)/)?.[1] ?? '';
  const again = seed();
  expect([again.status, again.stdout]).toEqual([0, 'The demo is here already.\n']);

  const server = await startServer({ dataDir, env: { DATABASE_URL: '' } });
  try {
    const member = await signInTo(server.url, 'mia', password);
    const { galleries } = await member.call<{ galleries: { id: string; people_count: number }[] }>(
      'GET',
      '/galleries',
    );
    expect(galleries).toHaveLength(1);
    expect(galleries[0]?.people_count).toBeGreaterThan(5);
    const photos = await listAllPhotos(member, galleries[0]?.id ?? '');
    expect(photos.length).toBe(42);
    expect(new Set(photos.map((photo) => photo.face_status))).toEqual(new Set(['completed']));
    const pending = await signInTo(server.url, 'peter', password);
    expect((await pending.call<{ galleries: unknown[] }>('GET', '/galleries')).galleries).toEqual([]);
    const body = { username: 'somebody', email: 's@example.org', first_name: 'S', password: 'long enough 1' };
    await pending.call('POST', '/auth/register', body);
  } finally {
    await server.kill('SIGTERM');
  }
  const refused = seed();
  expect([refused.status, refused.stderr]).toEqual([
    78,
    'This DATA_DIR already has other users. Give the demo a folder of its own: DATA_DIR=./demo-data\n',
  ]);
});
