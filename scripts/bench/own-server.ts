import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { freePort } from '../support/free-port.ts';

const READY_WITHIN_MS = 180_000;
const ownCheckout = join(import.meta.dirname, '../..');

export type OwnServer = {
  address: string;
  pid: number;
  /** Until it answered that it is ready. */
  readyMs: number;
  username: string;
  password: string;
  stop(): Promise<void>;
};

/**
 * A server of our own on an empty folder that goes with it: what is measured is the product as it runs.
 * @param settings environment variables beside those of every bench
 * @param checkout another commit with its dependencies, built
 */
export async function startOwnServer(
  settings: Record<string, string> = {},
  checkout = ownCheckout,
): Promise<OwnServer> {
  const dataDir = await mkdtemp(join(tmpdir(), 'clublens-bench-'));
  const port = await freePort();
  const account = { username: 'admin', password: `bench ${Math.random().toString(36)}` };
  const env = {
    ...process.env,
    HOST: '127.0.0.1',
    PORT: String(port),
    DATA_DIR: dataDir,
    DATABASE_URL: '',
    ADMIN_USERNAME: account.username,
    ADMIN_PASSWORD: account.password,
    LOG_LEVEL: 'error',
    ...settings,
  };
  // With the flags we run with ourselves: the launcher gives both the same.
  const child = spawn(process.execPath, [...process.execArgv, 'server/main.ts'], {
    cwd: resolve(checkout),
    env,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const began = performance.now();
  const address = `http://127.0.0.1:${port}`;
  const stop = async () => {
    if (child.exitCode === null && child.signalCode === null) {
      const gone = once(child, 'exit');
      child.kill('SIGTERM');
      await gone;
    }
    await rm(dataDir, { recursive: true, force: true });
  };
  try {
    await untilReady(child, address);
  } catch (error) {
    await stop();
    throw error;
  }
  return { address, pid: child.pid ?? 0, readyMs: performance.now() - began, ...account, stop };
}

/** The same for the length of some work. */
export async function withOwnServer<T>(
  work: (server: OwnServer) => Promise<T>,
  settings: Record<string, string> = {},
): Promise<T> {
  const server = await startOwnServer(settings);
  try {
    return await work(server);
  } finally {
    await server.stop();
  }
}

async function untilReady(child: ChildProcess, address: string): Promise<void> {
  const deadline = Date.now() + READY_WITHIN_MS;
  while (Date.now() < deadline) {
    if (child.exitCode !== null) throw new Error('The server to be measured ended before it was ready');
    const ready = await fetch(`${address}/readyz`).then(
      (answer) => answer.ok,
      () => false, // not listening yet
    );
    if (ready) return;
    await delay(50);
  }
  throw new Error(`The server to be measured was not ready within ${READY_WITHIN_MS} ms`);
}
