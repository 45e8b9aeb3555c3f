import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { listBackupRunsSince } from '#server/backup/backup-runs.repository.ts';
import { BackupError } from './backup-error.ts';
import { isFinishedBackup } from './backup-folder.ts';
import { type Installation, runBackup } from './run-backup.ts';

const LOOK_MS = 60_000;
/** A backup during which the server has ended so many times is not tried again before the next day. */
const MOST_INTERRUPTED = 3;
/** Names of nightly backups, such as 2026-11-22T03-00-05Z; other folders beside them are not touched. */
const NAME = /^\d{4}-\d\d-\d\dT\d\d-\d\d-\d\dZ$/;

export interface NightlySettings {
  dir: string;
  /** `HH:MM` in the server's time zone. */
  at: string;
  /** How many backups are kept: the setting BACKUP_KEEP. */
  keep: number;
  passphrase: string | undefined;
}

/**
 * Makes a backup every day at the time of the settings, or as soon as possible after it when the server was stopped then,
 * and tries to restore it. Among several servers on one database, one does.
 * @param onFailure called with the reason, in words, why there is no backup or why it could not be restored
 */
export function startNightlyBackups(
  installation: Installation,
  settings: NightlySettings,
  onFailure: (reason: string) => Promise<void>,
): { stop(): void } {
  let running = false;
  const look = async () => {
    if (running) return;
    running = true;
    try {
      await backUpWhenDue(installation, settings, new Date(), onFailure);
    } catch (error) {
      installation.log.warn({ err: error }, 'the nightly backup could not begin; it is tried again');
    } finally {
      running = false;
    }
  };
  void look();
  const timer = setInterval(() => void look(), LOOK_MS);
  timer.unref();
  return { stop: () => clearInterval(timer) };
}

/** One look: makes the backup that is due, if one is. */
export async function backUpWhenDue(
  installation: Installation,
  settings: NightlySettings,
  now: Date,
  onFailure: (reason: string) => Promise<void>,
): Promise<void> {
  const { db, log } = installation;
  const tries = await listBackupRunsSince(db, settings.dir, latestDueTime(settings.at, now));
  const isDone = tries.some(
    ({ finished_at, lease_until }) => finished_at !== null || lease_until > new Date(),
  );
  if (isDone || tries.length >= MOST_INTERRUPTED) return;
  const began = performance.now();
  try {
    const folder = join(settings.dir, now.toISOString().replace(/\.\d+/, '').replaceAll(':', '-'));
    const previous = (await finishedBackups(settings.dir)).at(-1);
    const { photos, heldMs, proof } = await runBackup(installation, {
      folder,
      passphrase: settings.passphrase,
      previous,
      drill: true,
    });
    const ms = Math.round(performance.now() - began);
    log.info(
      { folder, photos, ms, heldMs: Math.round(heldMs), proof: proof?.error ?? 'restored' },
      'backup made',
    );
    if (proof?.error) return await onFailure(proof.error);
    await removeOldBackups(settings, folder);
  } catch (error) {
    if (error instanceof BackupError && error.isAnotherRunning) return;
    log.error({ err: error }, 'the nightly backup failed');
    await onFailure((error as Error).message);
  }
}

/** The last moment at or before `now` with this time of day. */
export function latestDueTime(at: string, now: Date): Date {
  const [hour, minute] = at.split(':').map(Number);
  const due = new Date(now);
  due.setHours(hour ?? 0, minute ?? 0, 0, 0);
  if (due > now) due.setDate(due.getDate() - 1);
  return due;
}

async function finishedBackups(dir: string): Promise<string[]> {
  const names = (await readdir(dir).catch((): string[] => [])).filter((name) => NAME.test(name)).sort();
  const finished = await Promise.all(names.map((name) => isFinishedBackup(join(dir, name))));
  return names.filter((_name, index) => finished[index]).map((name) => join(dir, name));
}

/** Removes all but the newest, and what interrupted ones have left. Done only after a backup was restored. */
async function removeOldBackups({ dir, keep }: NightlySettings, made: string): Promise<void> {
  const kept = new Set([made, ...(await finishedBackups(dir)).slice(-keep)]);
  for (const name of await readdir(dir))
    if (NAME.test(name) && !kept.has(join(dir, name)))
      await rm(join(dir, name), { recursive: true, force: true });
}
