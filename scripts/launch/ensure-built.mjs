import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { runProcess } from './run-process.mjs';
import { runtimeEnvironment } from './runtime.mjs';
import { LaunchError, printLine } from './terminal.mjs';

const STAMP = '.sources';

/**
 * Builds a folder of dist/ unless the one there came from the very same sources. It is made under another name, so that an
 * interruption leaves the one that was there.
 * @param {{ name: string, what: string, sources: string[], args: (fresh: string) => string[] }} part `args`: of Node, which writes
 * the folder `fresh`
 */
export async function ensureBuilt(root, runtime, { name, what, sources, args }) {
  const output = join(root, 'dist', name);
  const stampPath = join(output, STAMP);
  const stamp = hashSources(root, sources);
  if (existsSync(stampPath) && readFileSync(stampPath, 'utf8') === stamp) return;

  printLine(`Building ${what} …`);
  const fresh = join(root, 'dist', `${name}-${process.pid}`);
  // Vite would keep compiled code in the folder for temporary files of the machine.
  const env = runtimeEnvironment(runtime, { NODE_DISABLE_COMPILE_CACHE: '1' });
  const result = await runProcess(runtime, args(fresh), { cwd: root, env });
  if (result.code !== 0) {
    rmSync(fresh, { recursive: true, force: true });
    throw new LaunchError(`Building ${what} failed; the lines above say why.`);
  }
  writeFileSync(join(fresh, STAMP), stamp);
  rmSync(output, { recursive: true, force: true });
  renameSync(fresh, output);
}

function hashSources(root, sources) {
  const hash = createHash('sha256');
  for (const source of sources) {
    for (const path of filesUnder(join(root, source))) {
      hash
        .update(`${relative(root, path)}\0`)
        .update(readFileSync(path))
        .update('\0');
    }
  }
  return hash.digest('hex');
}

function filesUnder(path) {
  if (!existsSync(path)) return [];
  if (!statSync(path).isDirectory()) return [path];
  return readdirSync(path)
    .sort()
    .flatMap((name) => filesUnder(join(path, name)));
}
