import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { LaunchError, printLine } from './terminal.mjs';

const INSTALLED = [
  // Debian's Chromium without a window, a seventh faster in these tests.
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
];

/** A Chromium for the browser tests: named, Playwright's, the system's, or installed now. Never silently none. */
export function ensureBrowser(root, runtime) {
  const named = process.env.CHROMIUM_PATH;
  if (named) {
    if (existsSync(named)) return named;
    throw new LaunchError(`CHROMIUM_PATH is ${named}, but nothing is there.`);
  }
  const { chromium } = createRequire(join(root, 'package.json'))('playwright');
  const present = () => [chromium.executablePath(), ...INSTALLED].find((path) => path && existsSync(path));
  const found = present();
  if (found) return found;

  printLine('No Chromium found: installing one for the browser tests …');
  const cli = join(root, 'node_modules', 'playwright', 'cli.js');
  spawnSync(runtime, [cli, 'install', 'chromium'], { cwd: root, stdio: 'inherit', timeout: 300_000 });
  const downloaded = present();
  if (downloaded) return downloaded;

  if (process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')) {
    const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
    spawnSync('apt-get', ['update', '-qq'], { stdio: 'inherit', env });
    for (const name of ['chromium-headless-shell', 'chromium']) {
      const args = ['install', '-y', '-qq', '--no-install-recommends', name];
      spawnSync('apt-get', args, { stdio: 'inherit', env });
      const packaged = present();
      if (packaged) return packaged;
    }
  }
  throw new LaunchError('No Chromium for the browser tests: install chromium, or set CHROMIUM_PATH to one.');
}
