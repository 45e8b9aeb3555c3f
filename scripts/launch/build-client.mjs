import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { runProcess } from './run-process.mjs';
import { runtimeEnvironment } from './runtime.mjs';
import { LaunchError, printLine } from './terminal.mjs';

/** Everything the built client depends on; the router is imported from the server as a type only. */
const SOURCES = ['client', 'server/contract', 'vite.config.ts', 'package-lock.json', 'tsconfig.json'];
const STAMP = '.sources';

/** Builds client/ into dist/client unless the one there came from the very same sources. */
export async function ensureClientBuilt(root, runtime) {
  const output = join(root, 'dist', 'client');
  const stampPath = join(output, STAMP);
  if (!existsSync(join(root, 'client', 'index.html'))) {
    // A packaged copy may carry only the built client.
    if (existsSync(join(output, 'index.html'))) return;
    throw new LaunchError(
      'Neither client/index.html nor a built dist/client is here: the copy is incomplete.',
    );
  }
  const sources = hashSources(root);
  if (existsSync(stampPath) && readFileSync(stampPath, 'utf8') === sources) return;

  printLine('Building the web client …');
  const fresh = join(root, 'dist', `client-${process.pid}`);
  const vite = join(root, 'node_modules', 'vite', 'bin', 'vite.js');
  const args = [vite, 'build', '--logLevel', 'warn', '--outDir', fresh, '--emptyOutDir'];
  // Vite would keep compiled code in the folder for temporary files of the machine.
  const env = runtimeEnvironment(runtime, { NODE_DISABLE_COMPILE_CACHE: '1' });
  const result = await runProcess(runtime, args, { cwd: root, env });
  if (result.code !== 0) {
    rmSync(fresh, { recursive: true, force: true });
    throw new LaunchError('The web client could not be built; the lines above say why.');
  }
  writeFileSync(join(fresh, STAMP), sources);
  rmSync(output, { recursive: true, force: true });
  renameSync(fresh, output);
}

function hashSources(root) {
  const hash = createHash('sha256');
  for (const source of SOURCES) {
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
