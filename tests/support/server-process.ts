import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { freePort } from '#scripts/support/free-port.ts';
import { bareFolder, templateFolder } from './test-settings.ts';

/** The account a server started here has; tests sign in with it. */
export const TEST_ADMIN = {
  username: 'admin',
  email: 'admin@example.org',
  password: 'correct horse battery',
};

export interface ServerProcess {
  url: string;
  dataDir: string;
  child: ChildProcess;
  /** Everything the server has printed so far. */
  output(): string;
  /** Sends the signal and waits until the process is gone. */
  kill(signal: NodeJS.Signals): Promise<void>;
}

export interface ServerOptions {
  dataDir: string;
  port?: number;
  env?: Record<string, string>;
  /** The whole environment it starts from instead of ours. */
  baseEnv?: Record<string, string>;
  /** A command, with its arguments, that runs the server in the same process and watches it. */
  under?: string[];
  readyWithinMs?: number;
  /** What has to say 200 before the test goes on: everything can work, or merely the process is up. */
  until?: '/readyz' | '/healthz';
}

/** Starts the real server (server/main.ts) as its own process and waits until it says that it is there. */
export async function startServer(options: ServerOptions): Promise<ServerProcess> {
  const port = options.port ?? (await freePort());
  const url = `http://127.0.0.1:${port}`;
  const [command = '', ...args] = [...(options.under ?? []), process.execPath, 'server/main.ts'];
  const child = spawn(command, args, {
    env: {
      ...(options.baseEnv ?? process.env),
      HOST: '127.0.0.1',
      PORT: String(port),
      DATA_DIR: options.dataDir,
      ADMIN_USERNAME: TEST_ADMIN.username,
      ADMIN_EMAIL: TEST_ADMIN.email,
      ADMIN_PASSWORD: TEST_ADMIN.password,
      ...options.env,
    },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on('data', (chunk: Buffer) => {
      output += chunk.toString();
    });
  }
  const server: ServerProcess = {
    url,
    dataDir: options.dataDir,
    child,
    output: () => output,
    async kill(signal) {
      if (child.exitCode !== null || child.signalCode !== null) return;
      const gone = once(child, 'exit');
      child.kill(signal);
      await gone;
    },
  };
  await untilReady(server, options.readyWithinMs ?? 400_000, options.until ?? '/readyz');
  return server;
}

/** A fresh, empty data folder and the function that removes it. */
export async function temporaryDataDir(): Promise<{ dataDir: string; remove(): Promise<void> }> {
  const dataDir = await mkdtemp(join(tmpdir(), 'clublens-test-'));
  return { dataDir, remove: () => rm(dataDir, { recursive: true, force: true, maxRetries: 5 }) };
}

/** The same with an empty database in it, where one is prepared: a server starts on it seconds sooner. */
export const preparedDataDir = () => copyOf(templateFolder());

/** The same with a database without tables. */
export const bareDataDir = () => copyOf(bareFolder());

async function copyOf(prepared: string): Promise<{ dataDir: string; remove(): Promise<void> }> {
  const folder = await temporaryDataDir();
  if (existsSync(prepared)) cpSync(prepared, folder.dataDir, { recursive: true });
  return folder;
}

async function untilReady(server: ServerProcess, withinMs: number, path: string): Promise<void> {
  const deadline = Date.now() + withinMs;
  while (Date.now() < deadline) {
    if (server.child.exitCode !== null || server.child.signalCode !== null) {
      throw new Error(`The server ended before it was ready:\n${server.output()}`);
    }
    const status = await fetch(server.url + path).then(
      (answer) => answer.status,
      // Not listening yet.
      () => 0,
    );
    if (status === 200) return;
    await delay(100);
  }
  await server.kill('SIGKILL');
  throw new Error(`The server was not ready within ${withinMs} ms:\n${server.output()}`);
}
