import { spawnSync } from 'node:child_process';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { listAllPhotos, signInTo } from '#scripts/support/api-client.ts';
import type { Family } from '#server/contract/schemas/family.ts';
import type { WaitingAtClub } from '#server/contract/schemas/stats.ts';
import { preparedDataDir, startServer } from '#tests/support/server-process.ts';

let dataDir: string;
let remove: () => Promise<void>;
beforeAll(async () => {
  ({ dataDir, remove } = await preparedDataDir());
});
afterAll(() => remove());

function seed(args: string[] = []) {
  return spawnSync(process.execPath, ['scripts/demo/demo.ts', ...args], {
    encoding: 'utf8',
    env: { ...process.env, DATABASE_URL: '', DATA_DIR: dataDir, LC_ALL: 'de_DE.UTF-8' },
  });
}

interface Listed {
  id: string;
  name: string;
  people_count: number;
}

test('the demo is made once, with people found and named, and never in a folder others use', {
  timeout: 600_000,
}, async () => {
  const first = seed();
  expect([first.status, first.stderr]).toEqual([0, '']);
  const password = first.stdout.match(/shown only now\), password (\S+)/)?.[1] ?? '';
  const link = first.stdout.match(/gallery\/shared\/([\w-]+)\?lng=de, password (\S+)/);
  const again = seed();
  expect([again.status, again.stdout]).toEqual([0, 'The demo is here already.\n']);

  const server = await startServer({ dataDir, env: { DATABASE_URL: '' } });
  try {
    const member = await signInTo(server.url, 'mia', password);
    const { galleries } = await member.call<{ galleries: Listed[] }>('GET', '/galleries');
    expect(galleries.map(({ name }) => name)).toEqual([
      'Pokalsieg: die Feier',
      'Mannschaftsabend: die Runde',
      'Porträts für die Vereinsseite',
      'Dankeschön-Abend',
      'Kostümfest: die Verkleidungen',
    ]);
    for (const { id, people_count } of galleries) {
      const photos = await listAllPhotos(member, id);
      expect(photos.length).toBeGreaterThan(4);
      // In a small cut the detector that is always present may miss a face.
      expect(photos.filter(({ face_status }) => face_status === 'failed')).toEqual([]);
      expect(people_count).toBeGreaterThan(0);
    }
    const path = `/facerecognition/galleries/${galleries[1]?.id}/faces`;
    const { faces } = await member.call<{ faces: { name: string }[] }>('GET', path);
    expect(faces.map(({ name }) => name)).toContain('Zara Neumann');
    const { total } = await member.call<{ total: number }>('GET', '/events');
    expect(total).toBe(10);
    const parent = await signInTo(server.url, 'hanna', password);
    const { people } = await parent.call<Family>('GET', '/family?language=de');
    expect(people.map(({ name, consents }) => [name, ...consents.map(({ current }) => current)])).toEqual([
      ['Hanna Keller', 'yes', 'yes', 'yes'],
      // Because photos of her stay inside, she may be looked for in what goes out: nobody has answered that.
      ['Lina Keller', 'yes', 'yes', 'no', 'unknown'],
      ['Ole Keller', 'yes', 'unknown', 'unknown'],
    ]);
    const found = await parent.call<{ total: number }>('GET', `/my-photos/${people[0]?.id}/photos`);
    expect(found.total).toBeGreaterThan(4);
    const office = await signInTo(server.url, 'carla', password);
    const { clubs } = await office.call<{ clubs: WaitingAtClub[] }>('GET', '/stats/waiting');
    expect(clubs).toMatchObject([{ name: 'SV Lindenau', requests: 2, claims: 1 }]);
    const shared = await fetch(`${server.url}/api/galleries/shared/${link?.[1]}`, {
      headers: { 'X-Share-Password': link?.[2] ?? '' },
    });
    expect(shared.status).toBe(200);
    const pending = await signInTo(server.url, 'peter', password);
    const open = await pending.call<{ galleries: Listed[] }>('GET', '/galleries');
    expect(open.galleries.map(({ name }) => name)).toEqual(['Porträts für die Vereinsseite']);
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
