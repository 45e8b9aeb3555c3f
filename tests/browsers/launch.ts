import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { freePort } from '#scripts/support/free-port.ts';
import { connectBidi } from './bidi.ts';
import type { Browser } from './browser.ts';
import { connectWebDriver } from './webdriver.ts';

/** The reason why a browser is skipped, in words. */
export class Absent extends Error {}

const folders = (process.env.PATH ?? '').split(delimiter);
const miniBrowsers = ['x86_64', 'aarch64'].flatMap((machine) =>
  ['6.0', '4.1', '4.0'].map((api) =>
    api === '6.0'
      ? `/usr/lib/${machine}-linux-gnu/webkitgtk-6.0/MiniBrowser`
      : `/usr/lib/${machine}-linux-gnu/webkit2gtk-${api}/MiniBrowser`,
  ),
);

/** @throws Absent where none of these programs can be run */
function find(programs: string[], hint: string): string {
  const path = programs
    .flatMap((program) => folders.map((folder) => join(folder, program)))
    .find((candidate) => existsSync(candidate));
  if (!path) throw new Absent(`${programs[0]} is not here (${hint})`);
  return path;
}

const running = new Set<ChildProcess>();
/** What is still running when the visit is interrupted. */
process.on('exit', () => {
  for (const child of running) child.kill('SIGKILL');
});

function start(program: string, args: string[], env: NodeJS.ProcessEnv = {}): ChildProcess {
  const child = spawn(program, args, {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
  });
  running.add(child);
  child.once('exit', () => running.delete(child));
  return child;
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const gone = once(child, 'exit');
  child.kill('SIGTERM');
  const late = setTimeout(() => child.kill('SIGKILL'), 5_000);
  await gone;
  clearTimeout(late);
}

/** Asks until somebody listens. */
async function untilListening(url: string): Promise<void> {
  for (let tries = 0; tries < 120; tries += 1) {
    if (
      await fetch(url).then(
        () => true,
        () => false,
      )
    )
      return;
    await delay(250);
  }
  throw new Error(`Nothing answers at ${url}`);
}

/** WebKit needs a screen to draw on: one in memory, unless there is one. */
async function screen(): Promise<{ display: string; end: () => Promise<void> }> {
  if (process.env.DISPLAY) return { display: process.env.DISPLAY, end: async () => undefined };
  const hint = 'Debian: apt-get install xvfb';
  const args = ['-displayfd', '3', '-screen', '0', '1400x1000x24', '-nolisten', 'tcp'];
  const child = start(find(['Xvfb'], hint), args);
  const [number] = await once(child.stdio[3] as NodeJS.ReadableStream, 'data');
  return { display: `:${String(number).trim()}`, end: () => stop(child) };
}

export async function launchWebKit(): Promise<Browser> {
  const hint = 'Debian: apt-get install webkit2gtk-driver';
  const driver = find(['WebKitWebDriver'], hint);
  const binary = miniBrowsers.find(existsSync);
  if (!binary) throw new Absent(`MiniBrowser is not here (${hint})`);
  const { display, end } = await screen();
  const port = await freePort();
  const child = start(driver, [`--port=${port}`, '--host=127.0.0.1'], { DISPLAY: display });
  const server = `http://127.0.0.1:${port}`;
  await untilListening(`${server}/status`);
  const capabilities = { 'webkitgtk:browserOptions': { binary, args: ['--automation'] } };
  return connectWebDriver('WebKitGTK', server, capabilities, async () => {
    await stop(child);
    await end();
  });
}

export async function launchFirefox(): Promise<Browser> {
  const hint = 'Debian: apt-get install firefox-esr';
  const program = find(['firefox-esr', 'firefox'], hint);
  const profile = await mkdtemp(join(tmpdir(), 'clublens-firefox-'));
  const port = await freePort();
  const args = [
    '--headless',
    '--no-remote',
    '--profile',
    profile,
    `--remote-debugging-port=${port}`,
    'about:blank',
  ];
  const child = start(program, args, { HOME: profile, MOZ_CRASHREPORTER_DISABLE: '1' });
  await untilListening(`http://127.0.0.1:${port}/`);
  return connectBidi('Firefox', `ws://127.0.0.1:${port}/session`, async () => {
    await stop(child);
    await rm(profile, { recursive: true, force: true, maxRetries: 5 });
  });
}
