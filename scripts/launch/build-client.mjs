import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { ensureBuilt } from './ensure-built.mjs';
import { LaunchError } from './terminal.mjs';

/** Builds client/ into dist/client where that is not what its sources make. */
export async function ensureClientBuilt(root, runtime) {
  if (!existsSync(join(root, 'client', 'index.html'))) {
    // A packaged copy may carry only the built client.
    if (existsSync(join(root, 'dist', 'client', 'index.html'))) return;
    throw new LaunchError(
      'Neither client/index.html nor a built dist/client is here: the copy is incomplete.',
    );
  }
  const vite = join(root, 'node_modules', 'vite', 'bin', 'vite.js');
  await ensureBuilt(root, runtime, {
    name: 'client',
    what: 'the web client',
    // Everything it depends on; the router is imported from the server as a type only.
    sources: ['client', 'server/contract', 'vite.config.ts', 'package-lock.json', 'tsconfig.json'],
    args: (fresh) => [vite, 'build', '--logLevel', 'warn', '--outDir', fresh, '--emptyOutDir'],
  });
}

/** Makes the empty database that new installations copy, into dist/database-template. */
async function ensureDatabaseTemplate(root, runtime) {
  await ensureBuilt(root, runtime, {
    name: 'database-template',
    what: 'the empty database',
    sources: ['migrations', 'server/db', 'package-lock.json'],
    args: (fresh) => ['server/scripts/make-database-template.ts', fresh],
  });
}

/** All that `npm run build` makes. */
export const ensureBuiltForServer = (root, runtime) =>
  Promise.all([ensureClientBuilt(root, runtime), ensureDatabaseTemplate(root, runtime)]);
