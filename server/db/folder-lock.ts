import { randomUUID } from 'node:crypto';
import { link, readFile, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import { StartError } from '#server/config/start-error.ts';
import { identifyThisProcess, isProcessAlive, type ProcessIdentity } from './is-process-alive.ts';

/** How often the owner touches the file, and how long without a touch means dead when nothing else can tell. */
const SIGN_OF_LIFE_MS = 5_000;
const SILENT_FOR_MS = 60_000;
/** A restart may overlap with the last moments of the server before it. */
const PATIENCE_MS = 3_000;
const RETRY_MS = 200;
/** Taking over is a matter of milliseconds; a mutex older than this was left by a killed process. */
const TAKEOVER_STALE_MS = 10_000;

interface LockRecord extends ProcessIdentity {
  token: string;
}

export interface FolderLock {
  release(): Promise<void>;
}

/**
 * Makes this process the only one that works on a folder. The embedded database has no lock of its own, and two
 * processes on one folder lose the rows of one of them without an error.
 * @param path the lock file, beside the folder it protects
 * @param onLost called when the file is no longer ours: someone removed it and may be writing
 * @throws StartError naming the running process when the folder is taken
 */
export async function lockFolder(path: string, onLost: () => void): Promise<FolderLock> {
  const mine: LockRecord = { ...identifyThisProcess(), token: randomUUID() };
  const deadline = Date.now() + PATIENCE_MS;
  while (!(await tryLock(path, mine))) {
    const holder = await readLock(path);
    if (holder && Date.now() > deadline) {
      throw new StartError(
        `The data folder is in use by a running Clublens (process ${holder.pid} on ${holder.host}). ` +
          `Stop that one first. The lock is ${path}.`,
      );
    }
    await delay(RETRY_MS);
  }
  let silentSince = Date.now();
  const timer = setInterval(async () => {
    const found = await showLife(path, mine);
    if (found === 'shown') silentSince = Date.now();
    // Another process may have taken the lock after so long without a sign of life.
    else if (found === 'lost' || Date.now() - silentSince > SILENT_FOR_MS) onLost();
  }, SIGN_OF_LIFE_MS);
  timer.unref();
  return {
    async release() {
      clearInterval(timer);
      if ((await readLock(path))?.token === mine.token) await rm(path, { force: true });
    },
  };
}

async function tryLock(path: string, mine: LockRecord): Promise<boolean> {
  if (await createWhole(path, JSON.stringify(mine))) return true;
  const holder = await readLock(path);
  if (holder && (await isHeld(path, holder))) return false;
  return takeOver(path, mine);
}

/** Only one process may replace a dead owner's lock, and only after looking again while it alone may. */
async function takeOver(path: string, mine: LockRecord): Promise<boolean> {
  const mutex = `${path}.takeover`;
  if (!(await createWhole(mutex, JSON.stringify(mine)))) {
    const age = await silentFor(mutex);
    if (age !== undefined && age > TAKEOVER_STALE_MS) await rm(mutex, { force: true });
    return false;
  }
  try {
    const holder = await readLock(path);
    if (holder && (await isHeld(path, holder))) return false;
    await rm(path, { force: true });
    return await createWhole(path, JSON.stringify(mine));
  } finally {
    await rm(mutex, { force: true });
  }
}

async function isHeld(path: string, holder: LockRecord): Promise<boolean> {
  const alive = isProcessAlive(holder);
  if (alive !== 'unknown') return alive;
  const silence = await silentFor(path);
  return silence !== undefined && silence < SILENT_FOR_MS;
}

/** Creates the file with all its content in one step, or says that it exists. */
async function createWhole(path: string, content: string): Promise<boolean> {
  const draft = `${path}.${randomUUID()}`;
  await writeFile(draft, content, { mode: 0o600 });
  try {
    await link(draft, path);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  } finally {
    await rm(draft, { force: true });
  }
}

/** 'unknown': the file could not be reached just now (too many open files, say), which does not mean it is lost. */
async function showLife(path: string, mine: LockRecord): Promise<'shown' | 'lost' | 'unknown'> {
  try {
    if ((await readLock(path))?.token !== mine.token) return 'lost';
    const now = new Date();
    await utimes(path, now, now);
    return 'shown';
  } catch {
    return 'unknown';
  }
}

/** The record in the lock file; undefined when there is none or it is not one of ours. */
async function readLock(path: string): Promise<LockRecord | undefined> {
  try {
    const record: unknown = JSON.parse(await readFile(path, 'utf8'));
    return isLockRecord(record) ? record : undefined;
  } catch (error) {
    if (error instanceof SyntaxError || (error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

function isLockRecord(value: unknown): value is LockRecord {
  return typeof value === 'object' && value !== null && 'pid' in value && 'token' in value && 'host' in value;
}

async function silentFor(path: string): Promise<number | undefined> {
  try {
    return Date.now() - (await stat(path)).mtimeMs;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}
