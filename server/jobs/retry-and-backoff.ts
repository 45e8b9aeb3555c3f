import { hourMs, minuteMs } from '#server/contract/lifetimes.ts';
import { SECOND_MS } from './job-handler.ts';
import type { JobName } from './registry.ts';

/** How often a job is tried, and how long it waits after a failure. */
interface RetryRules {
  /** After this many attempts the job is discarded. */
  attempts: number;
  /** Pause before the second attempt; it grows fourfold each time, up to the longest. */
  firstPauseMs: number;
  longestPauseMs: number;
}

export const retryRules: { [N in JobName]: RetryRules } = {
  'analyse-photo': { attempts: 3, firstPauseMs: 2 * SECOND_MS, longestPauseMs: minuteMs },
  'cluster-gallery': { attempts: 10, firstPauseMs: 2 * SECOND_MS, longestPauseMs: 5 * minuteMs },
  'notify-photos-processed': { attempts: 10, firstPauseMs: 2 * SECOND_MS, longestPauseMs: 5 * minuteMs },
  'regenerate-renditions': { attempts: 5, firstPauseMs: 5 * SECOND_MS, longestPauseMs: 5 * minuteMs },
  // Tried for about a month while the storage cannot be reached: the files are personal data and have to go.
  'remove-files': { attempts: 750, firstPauseMs: 5 * SECOND_MS, longestPauseMs: hourMs },
  // Pauses of 1, 4, 16 and 64 minutes, then six of 4 hours: a mail server may be away for a day.
  'send-mail': { attempts: 11, firstPauseMs: minuteMs, longestPauseMs: 4 * hourMs },
};

/**
 * From which attempt on a job waits after the server process that ran it has died (how long: recover-jobs.ts): the second; the
 * first for a job that has two attempts only, so that there is a pause before the last one.
 */
export const attemptsBeforeCrashPause = (name: JobName): number => Math.min(2, retryRules[name].attempts - 1);

/**
 * The pause before the next attempt of a job, in milliseconds.
 * @param attempts how many have failed, at least 1
 */
export function backoffMs(name: JobName, attempts: number): number {
  const { firstPauseMs, longestPauseMs } = retryRules[name];
  return Math.min(firstPauseMs * 4 ** (attempts - 1), longestPauseMs);
}
