import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, opendir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { beginBackupRun, endBackupRun, renewBackupRun } from '#server/backup/backup-runs.repository.ts';
import type { Config } from '#server/config/config.ts';
import type { StorageLocation } from '#server/config/storage-location.ts';
import { copyEmbeddedDatabase } from '#server/db/copy-embedded-database.ts';
import { type Database, pastPooler } from '#server/db/database.ts';
import type { Logger } from '#server/logger.ts';
import { DiskRoom } from '#server/storage/disk-room.ts';
import { absent } from '#server/storage/storage-errors.ts';
import { BackupError, noRoomIn } from './backup-error.ts';
import type { BackupOutcome, BackupTask, FromBackupProcess } from './backup-messages.ts';

const RENEW_MS = 15_000;
/**
 * WebAssembly compiled without its slow second pass, which takes 400 MB of memory, and garbage collected early, which
 * saves 100 MB and costs a third more processor time.
 */
const MEMORY_FLAGS = [
  '--liftoff-only',
  '--max-semi-space-size=4',
  '--optimize-for-size',
  '--heap-growing-percent=20',
];

/** What is backed up. */
export interface Installation extends Pick<Database, 'db' | 'kind'> {
  dataDir: string;
  storage: StorageLocation;
  databaseUrl: string | undefined;
  /** The signing secret, unless the operator keeps it elsewhere. */
  secret: string | undefined;
  log: Logger;
}

export function installationOf(
  config: Pick<Config, 'dataDir' | 'databaseUrl' | 'databaseDirectUrl' | 'keptSecret' | 'storage'>,
  { db, kind }: Pick<Database, 'db' | 'kind'>,
  log: Logger,
): Installation {
  const { storage, keptSecret: secret } = config;
  const { dataDir, databaseUrl } = pastPooler(config);
  return { db, kind, dataDir, storage, databaseUrl, secret, log };
}

export interface BackupRequest {
  folder: string;
  passphrase?: string | undefined;
  /** A backup that files may be linked from. */
  previous?: string | undefined;
  /** Whether restoring it is tried when it is finished. */
  drill?: boolean;
}

export interface FinishedBackup extends BackupOutcome {
  /** How long the embedded database answered no query, in milliseconds. */
  heldMs: number;
  /** Whether restoring it was tried, and what went wrong. */
  proof: { error: string | null } | null;
}

/**
 * Makes a backup while the server runs: takes a copy of the embedded database, which is short, and leaves everything else
 * to a process of its own, so that neither its work nor its memory are the server's.
 * @throws BackupError when another backup runs, or the folder cannot be used
 */
export async function runBackup(installation: Installation, request: BackupRequest): Promise<FinishedBackup> {
  return (await beginBackup(installation, request)).ended;
}

/**
 * The same, for those who do not wait for its end.
 * @throws BackupError when another backup runs
 */
export async function beginBackup(
  installation: Installation,
  request: BackupRequest,
): Promise<{ ended: Promise<FinishedBackup> }> {
  const id = await beginBackupRun(installation.db, request.folder);
  if (id === undefined)
    throw new BackupError('Another backup is being made. Wait for its end.', { isAnotherRunning: true });
  return { ended: makeBackup(installation, request, id) };
}

async function makeBackup(
  installation: Installation,
  request: BackupRequest,
  id: string,
): Promise<FinishedBackup> {
  const { db, kind, dataDir, storage, databaseUrl, secret, log } = installation;
  const renewal = setInterval(() => {
    renewBackupRun(db, id).catch((error) =>
      log.warn({ err: error }, 'the lease of a backup was not renewed'),
    );
  }, RENEW_MS);
  const scratch = join(dataDir, 'backup-scratch');
  try {
    await rm(scratch, { recursive: true, force: true });
    await mkdir(scratch, { recursive: true, mode: 0o700 });
    // The copy of the database, and what restoring it on trial adds.
    const copyBytes = kind === 'embedded' ? 2 * (await bytesBelow(join(dataDir, 'database'))) : 0;
    (await new DiskRoom(dataDir).reserve(copyBytes).catch(noRoomIn(dataDir))).release();
    const { heldMs } =
      kind === 'embedded'
        ? await copyEmbeddedDatabase(db, join(dataDir, 'database'), join(scratch, 'database'))
        : { heldMs: 0 };
    const task = {
      ...request,
      kind,
      dataDir: scratch,
      databaseUrl,
      storage,
      secret,
    };
    const outcome = await inProcess({ ...task, step: 'write' });
    if (!outcome) throw new Error('The process of the backup said nothing of what it wrote');
    const proof = request.drill ? await drill(task) : null;
    const { photos, bytes, missing, damaged } = outcome;
    await endBackupRun(db, id, {
      photos,
      bytes,
      faulty_originals: missing + damaged,
      proven_at: proof && !proof.error ? new Date() : null,
      proof_error: proof?.error ?? null,
    });
    return { ...outcome, proof, heldMs };
  } catch (error) {
    await endBackupRun(db, id, { error: (error as Error).message });
    throw error;
  } finally {
    clearInterval(renewal);
    await rm(scratch, { recursive: true, force: true });
  }
}

async function bytesBelow(folder: string): Promise<number> {
  let bytes = 0;
  for await (const entry of await opendir(folder, { recursive: true }))
    if (entry.isFile()) bytes += (await stat(join(entry.parentPath, entry.name)).catch(absent))?.size ?? 0;
  return bytes;
}

async function drill(task: Omit<BackupTask, 'step'>): Promise<{ error: string | null }> {
  return inProcess({ ...task, step: 'drill' }).then(
    () => ({ error: null }),
    (error: Error) => ({ error: error.message }),
  );
}

async function inProcess(task: BackupTask): Promise<BackupOutcome | null> {
  // Its own arguments: those of a watching parent (`npm run dev`) would keep it from ever starting.
  const child = fork(new URL('./backup-process.ts', import.meta.url), { execArgv: MEMORY_FLAGS });
  const exited = once(child, 'exit');
  let answer: FromBackupProcess | undefined;
  child.on('message', (message: FromBackupProcess) => {
    answer = message;
  });
  child.send(task);
  const [code, signal] = (await exited) as [number | null, NodeJS.Signals | null];
  if (!answer) throw new Error(`The process of the backup ended before its time (${signal ?? code})`);
  if ('outcome' in answer) return answer.outcome;
  throw answer.isForeseen ? new BackupError(answer.error) : new Error(answer.error);
}
