import { listBackupRunsSince } from '#server/backup/backup-runs.repository.ts';
import { BackupError } from './backup-error.ts';
import { type BackupPlace, beginBackupBelow } from './begin-backup-below.ts';
import type { Installation } from './run-backup.ts';

const LOOK_MS = 60_000;
/** A backup during which the server has ended so many times is not tried again before the next day. */
const MOST_INTERRUPTED = 3;

export interface NightlySettings extends BackupPlace {
  /** `HH:MM` in the server's time zone. */
  at: string;
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
  const { db } = installation;
  const tries = await listBackupRunsSince(db, settings.dir, latestDueTime(settings.at, now));
  const isDone = tries.some(
    ({ finished_at, lease_until }) => finished_at !== null || lease_until > new Date(),
  );
  if (isDone || tries.length >= MOST_INTERRUPTED) return;
  try {
    await (await beginBackupBelow(installation, settings, now, onFailure)).ended;
  } catch (error) {
    if (!(error instanceof BackupError && error.isAnotherRunning)) throw error;
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
