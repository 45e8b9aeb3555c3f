import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type ApiClient, ApiRefusal, createWorkplace, signInTo } from '#scripts/support/api-client.ts';
import {
  preparedDataDir,
  type ServerProcess,
  startServer,
  TEST_ADMIN,
} from '#tests/support/server-process.ts';

/** Less than a segment of the write log has (16 MB): it cannot be written to its end, nor another one made. */
const LARGEST_FILE = 8_000_000;
const isLinux = process.platform === 'linux';

let server: ServerProcess;
let remove: () => Promise<void>;
let photographer: ApiClient;

beforeAll(async () => {
  if (!isLinux) return;
  const folder = await preparedDataDir();
  remove = folder.remove;
  server = await startServer({ dataDir: folder.dataDir, env: { DATABASE_URL: '' } });
  const admin = await signInTo(server.url, TEST_ADMIN.username, TEST_ADMIN.password);
  ({ photographer } = await createWorkplace(server.url, admin, 'Full'));
});
afterAll(async () => {
  await server?.kill('SIGKILL');
  await remove?.();
});

/** How large a file the server may write: a write beyond it fails as on a full disk. */
const limitFiles = (bytes: string) =>
  execFileSync('prlimit', [`--pid=${server.child.pid}`, `--fsize=${bytes}:`]);

test.skipIf(!isLinux)('the embedded database comes back once its write log has room again', async () => {
  let created = 0;
  let longestRefusal = 0;
  const statuses = new Set<number>();
  let wanted = true;
  const createEvents = async (n: number) => {
    while (wanted) {
      const asked = Date.now();
      try {
        await photographer.call('POST', '/events/', {
          name: `Event ${n}`,
          slug: randomBytes(8).toString('hex'),
          description: randomBytes(900).toString('hex'),
          event_date: '2099-01-01',
        });
        created += 1;
      } catch (error) {
        statuses.add(error instanceof ApiRefusal ? error.status : 0);
        longestRefusal = Math.max(longestRefusal, Date.now() - asked);
        await delay(200);
      }
    }
  };
  limitFiles(String(LARGEST_FILE));
  const work = Array.from({ length: 20 }, (_, n) => createEvents(n));
  while (statuses.size === 0) await delay(100);
  await delay(8_000);
  const before = created;
  limitFiles('unlimited');
  const roomSince = Date.now();
  while (created === before) await delay(100);
  const backAfter = Date.now() - roomSince;
  wanted = false;
  await Promise.all(work);
  console.log(
    `${before} events, refused ${[...statuses]} within ${longestRefusal} ms, back after ${backAfter} ms`,
  );
  expect([...statuses].filter((status) => ![503, 507].includes(status))).toEqual([]);
  expect(longestRefusal).toBeLessThan(20_000);
  expect(backAfter).toBeLessThan(60_000);
});
