import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { preparedDataDir, startServer } from '#tests/support/server-process.ts';

let dataDir: string;
let remove: () => Promise<void>;
/** Sends the models one byte a second, as a bad connection does. */
const trickle = createServer((_req, res) => {
  const timer = setInterval(() => res.write('x'), 1_000);
  res.once('close', () => clearInterval(timer));
  res.write('x');
});

beforeAll(async () => {
  ({ dataDir, remove } = await preparedDataDir());
  await new Promise<void>((resolve) => trickle.listen(0, '127.0.0.1', resolve));
});
afterAll(async () => {
  trickle.closeAllConnections();
  trickle.close();
  await remove?.();
});

test('a server that is still fetching its models stops at once when told to', async () => {
  const server = await startServer({
    dataDir,
    env: {
      DATABASE_URL: '',
      MODELS_DIR: join(dataDir, 'models'),
      MODELS_SOURCE: `http://127.0.0.1:${(trickle.address() as AddressInfo).port}`,
    },
    until: '/healthz',
  });
  const began = Date.now();
  await server.kill('SIGTERM');
  expect([server.child.exitCode, server.child.signalCode]).toEqual([0, null]);
  expect(Date.now() - began).toBeLessThan(30_000);
});
