/** @module-tag long */
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { signInTo } from '#scripts/support/api-client.ts';
import { preparedDataDir, startServer } from '#tests/support/server-process.ts';
import { NIGHTLY } from '#tests/support/thoroughness.ts';

/** First starts that fail, or that are wrong. */
let dataDir: string;
let remove: () => Promise<void>;
beforeEach(async () => {
  ({ dataDir, remove } = await preparedDataDir());
});
afterEach(() => remove());

/** Without a password of the settings. */
const { ADMIN_PASSWORD: _, ...baseEnv } = process.env as Record<string, string>;
const env = { DATABASE_URL: '', FACE_WORKERS: '1' };

test('a first start on a taken port still shows the password of the first administrator, and the next one helps', async () => {
  const other = createServer((_req, res) => res.writeHead(503).end()).listen(0, '127.0.0.1');
  await once(other, 'listening');
  const { port } = other.address() as AddressInfo;
  const random = { ...env, ADMIN_PASSWORD: '' };
  const failed = await startServer({ dataDir, port, env: random, baseEnv }).then(
    () => '',
    (error: Error) => error.message,
  );
  other.close();
  other.closeAllConnections();
  expect(failed).toContain(`Port ${port} on 127.0.0.1 is taken`);
  const password = /First administrator: admin, password (\w+)/.exec(failed)?.[1] ?? '';
  const server = await startServer({ dataDir, env: random, baseEnv, until: '/healthz' });
  try {
    expect(server.output()).toContain('npm run admin -- reset admin');
    await signInTo(server.url, 'admin', password);
  } finally {
    await server.kill('SIGTERM');
  }
});

test.runIf(NIGHTLY).each([
  ['an address that is none', { HOST: '999.1.1.1' }, 'HOST 999.1.1.1 is not an address of this machine.'],
  ['an unknown name', { HOST: 'host.invalid' }, 'HOST host.invalid is not an address of this machine.'],
  ['another machine’s address', { HOST: '192.0.2.1' }, 'HOST 192.0.2.1 is not an address of this machine.'],
  [
    'a file as data folder',
    { DATA_DIR: 'a-file' },
    /^DATA_DIR \S+ is not a folder, or lies below a file\.$/m,
  ],
  ['a folder below a file', { DATA_DIR: 'a-file/data' }, /^DATA_DIR \S+ is not a folder, or lies/m],
  [
    'a file for backups',
    { BACKUP_DIR: 'a-file' },
    /^BACKUP_DIR \S+ is not a folder, or lies below a file\.$/m,
  ],
])('%s ends the start with one plain line', async (_what, wrong, line) => {
  await writeFile(join(dataDir, 'a-file'), '');
  const settings = Object.fromEntries(
    Object.entries(wrong).map(([name, value]) => [name, name === 'HOST' ? value : join(dataDir, value)]),
  );
  const { message } = await startServer({ dataDir, env: { ...env, ...settings }, baseEnv }).then(
    async (server) => {
      await server.kill('SIGKILL');
      return new Error('It started');
    },
    (error: Error) => error,
  );
  expect(message).toMatch(line);
  expect(message).not.toMatch(/^ +at /m);
});
