import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { runProcess } from './run-process.mjs';
import { LaunchError, printLine } from './terminal.mjs';

/**
 * What a command needs: the server and its client (the root of the lockfile); tests, checks and tools beside; and what the bench
 * compares with. The last two are workspaces without code, so that one lockfile names all packages.
 */
const workspaces = { run: [], test: ['tests/packages'], bench: ['tests/packages', 'scripts/bench/packages'] };
const texts = {
  run: 'Installing packages from package-lock.json (about half a minute, more on a slow line) …',
  test: 'Installing the packages of tests and tools (about half a minute, more on a slow line) …',
  bench: 'Installing the packages that the bench compares with …',
};

/** Installs what the lockfile names for `tier` (run, test, bench) when node_modules differs from it. */
export async function ensureInstalled(root, tier) {
  if (isInstalled(root, tier)) return;
  const adds = tier !== 'run' && isInstalled(root, 'run');
  printLine(texts[adds ? tier : 'run']);
  const chosen = workspaces[tier].flatMap((folder) => ['--workspace', folder]);
  // `ci` begins with an empty folder; `install` adds to what is there, and `--no-save` keeps the lockfile as it is.
  const args = [
    ...(adds ? ['install', '--no-save'] : ['ci']),
    '--include=dev',
    ...(chosen.length > 0 ? [...chosen, '--include-workspace-root'] : ['--workspaces=false']),
  ];
  await runNpm(root, args);
  removeForeignRuntimes(root);
  if (!isInstalled(root, tier)) {
    throw new LaunchError('npm finished, but node_modules does not match package-lock.json. Try `npm ci`.');
  }
}

/**
 * npm writes node_modules/.package-lock.json last, when an install has succeeded. Comparing it with package-lock.json needs no
 * stamp of our own and also trusts an `npm ci` the user ran by hand.
 */
function isInstalled(root, tier) {
  const hiddenPath = join(root, 'node_modules', '.package-lock.json');
  if (!existsSync(hiddenPath)) return false;
  const wanted = readPackages(join(root, 'package-lock.json'));
  const present = readPackages(hiddenPath);
  for (const path of neededBy(wanted, ['', ...workspaces[tier]])) {
    const { optional, devOptional, peer } = wanted[path];
    if (!(path in present) && !optional && !devOptional && !peer) return false;
  }
  return Object.entries(present).every(([path, entry]) => wanted[path]?.version === entry.version);
}

/** The places in the lockfile of all packages that these need, themselves or through others. */
function neededBy(packages, from) {
  const found = new Set();
  const open = [...from];
  for (let path = open.pop(); path !== undefined; path = open.pop()) {
    const { dependencies, optionalDependencies, devDependencies } = packages[path] ?? {};
    const names = { ...dependencies, ...optionalDependencies, ...(from.includes(path) && devDependencies) };
    for (const name of Object.keys(names)) {
      const place = placeOf(packages, path, name);
      if (place === undefined || found.has(place)) continue;
      found.add(place);
      open.push(place);
    }
  }
  return found;
}

/** Where Node finds a package that `from` requires: beside it, or further up. */
function placeOf(packages, from, name) {
  for (let folder = from; ; folder = folder.slice(0, Math.max(0, folder.lastIndexOf('node_modules/') - 1))) {
    const place = `${folder === '' ? '' : `${folder}/`}node_modules/${name}`;
    if (place in packages) return place;
    if (folder === '') return undefined;
  }
}

/** onnxruntime-node brings its library for all systems: 240 MB that this one cannot load. */
export function removeForeignRuntimes(root) {
  const folder = join(root, 'node_modules', 'onnxruntime-node', 'bin', 'napi-v6');
  if (!existsSync(folder)) return;
  for (const platform of readdirSync(folder))
    for (const arch of readdirSync(join(folder, platform)))
      if (platform !== process.platform || arch !== process.arch)
        rmSync(join(folder, platform, arch), { recursive: true });
}

async function runNpm(root, args) {
  const npm = findNpm();
  const options = { cwd: root, shell: npm.command.endsWith('.cmd') };
  const result = await runProcess(npm.command, [...npm.args, ...args], options).catch((error) => {
    throw new LaunchError(
      `npm could not be started (${error.code ?? error.message}). Install Node.js with npm.`,
    );
  });
  if (result.code !== 0) {
    throw new LaunchError(
      'npm could not install the packages; the lines above say why. Nothing was started.',
    );
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
