import { randomBytes } from 'node:crypto';
import { linkSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { StartError } from './start-error.ts';

const SECRET_BYTES = 32;
const SHORTEST_KEPT = 32;

/** The signing secret of this installation: made at the first start, kept in DATA_DIR, readable by the owner only. */
export function loadJwtSecret(dataDir: string): string {
  const path = join(dataDir, 'jwt-secret');
  const kept = loadKeptRandomText(path);
  if (kept.length < SHORTEST_KEPT) {
    throw new StartError(
      `${path} is too short to be safe. Remove it (everyone signs in anew) or set JWT_SECRET.`,
    );
  }
  return kept;
}

/** A random text that is made once and kept in a file, the same for all processes that reach the file. */
export const loadKeptRandomText = (path: string): string => readSecret(path) ?? makeSecret(path);

function readSecret(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8').trim();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

/** Written aside and linked into place, so that the file is whole or absent and two starts agree on one secret. */
function makeSecret(path: string): string {
  const draft = `${path}.${process.pid}`;
  const secret = randomBytes(SECRET_BYTES).toString('base64url');
  writeFileSync(draft, `${secret}\n`, { mode: 0o600, flush: true });
  try {
    linkSync(draft, path);
    return secret;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    return readFileSync(path, 'utf8').trim();
  } finally {
    rmSync(draft, { force: true });
  }
}
