import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { runProcess } from './run-process.mjs';
import { LaunchError, printLine } from './terminal.mjs';

/**
 * npm writes node_modules/.package-lock.json last, when an install has succeeded. Comparing it with
 * package-lock.json needs no stamp of our own and also trusts an `npm ci` the user ran by hand.
 */
function isInstalled(root) {
  const hiddenPath = join(root, 'node_modules', '.package-lock.json');
  if (!existsSync(hiddenPath)) return false;
  const wanted = readPackages(join(root, 'package-lock.json'));
  const present = readPackages(hiddenPath);
  for (const [path, entry] of Object.entries(wanted)) {
    if (path === '' || path in present) continue;
    if (!entry.optional && !entry.devOptional && !entry.peer) return false;
  }
  return Object.entries(present).every(([path, entry]) => wanted[path]?.version === entry.version);
}

/** Installs what the lockfile names when node_modules differs from it. */
export async function ensureInstalled(root) {
  if (isInstalled(root)) return;
  printLine('Installing packages from package-lock.json (about half a minute, more on a slow line) …');
  const { command, args } = findNpm();
  const options = { cwd: root, shell: command.endsWith('.cmd') };
  const result = await runProcess(command, [...args, 'ci', '--include=dev'], options).catch((error) => {
    throw new LaunchError(
      `npm could not be started (${error.code ?? error.message}). Install Node.js with npm.`,
    );
  });
  if (result.code !== 0) {
    throw new LaunchError(
      'npm could not install the packages; the lines above say why. Nothing was started.',
    );
  }
  if (!isInstalled(root)) {
    throw new LaunchError('npm finished, but node_modules does not match package-lock.json. Try `npm ci`.');
  }
}

function findNpm() {
  const script = process.env.npm_execpath;
  if (script?.endsWith('.js') && script.includes('npm')) return { command: process.execPath, args: [script] };
  return { command: process.platform === 'win32' ? 'npm.cmd' : 'npm', args: [] };
}

function readPackages(path) {
  return JSON.parse(readFileSync(path, 'utf8')).packages ?? {};
}
