import { constants } from 'node:fs';
import { copyFile, mkdir, opendir, rm, stat } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { type Kysely, sql } from 'kysely';
import type { DB } from './tables.ts';

/** A file written this shortly before it was copied may have been written again without a newer time. */
const CLOCK_MARGIN_NS = 2_000_000_000n;

type FileState = { size: bigint; mtimeNs: bigint; readAtNs: bigint };

/**
 * Copies the folder of the embedded database as it is at one instant, while it is in use. Everything is copied first;
 * then its only connection is taken, so that nothing is written, and what has changed meanwhile is copied again. The
 * copy is what a killed process would have left, which the database opens as it does after a crash.
 * @returns how long the connection was held, which is how long others waited
 */
export async function copyEmbeddedDatabase(
  db: Kysely<DB>,
  from: string,
  to: string,
): Promise<{ heldMs: number }> {
  const before = await copyChanged(from, to, new Map());
  return db.connection().execute(async (connection) => {
    await sql`select 1`.execute(connection);
    const began = performance.now();
    const after = await copyChanged(from, to, before);
    for (const path of before.keys()) if (!after.has(path)) await rm(join(to, path), { force: true });
    return { heldMs: performance.now() - began };
  });
}

async function copyChanged(
  from: string,
  to: string,
  known: Map<string, FileState>,
): Promise<Map<string, FileState>> {
  const found = new Map<string, FileState>();
  await mkdir(to, { recursive: true, mode: 0o700 });
  for await (const entry of await opendir(from, { recursive: true })) {
    const source = join(entry.parentPath, entry.name);
    const path = relative(from, source);
    if (entry.isDirectory()) await mkdir(join(to, path), { recursive: true, mode: 0o700 });
    if (!entry.isFile()) continue;
    const now = BigInt(Date.now()) * 1_000_000n;
    const state = await stat(source, { bigint: true }).catch(gone);
    if (!state) continue;
    found.set(path, { size: state.size, mtimeNs: state.mtimeNs, readAtNs: now });
    const before = known.get(path);
    const unchanged =
      before?.size === state.size &&
      before.mtimeNs === state.mtimeNs &&
      before.readAtNs - before.mtimeNs > CLOCK_MARGIN_NS;
    if (unchanged) continue;
    await mkdir(dirname(join(to, path)), { recursive: true, mode: 0o700 });
    await copyFile(source, join(to, path), constants.COPYFILE_FICLONE).catch(gone);
  }
  return found;
}

/** The database removes files of its own meanwhile. */
function gone(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error;
}
