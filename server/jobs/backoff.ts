import { type JobName, jobRules } from './registry.ts';

/**
 * From which attempt on a job waits after the server process that ran it has died (how long: recover-jobs.ts): the second; the
 * first for a job that has two attempts only, so that there is a pause before the last one.
 */
export const attemptsBeforeCrashPause = (name: JobName): number =>
  Math.min(2, jobRules[name].retry.attempts - 1);

/**
 * The pause before the next attempt of a job, in milliseconds.
 * @param attempts how many have failed, at least 1
 */
export function backoffMs(name: JobName, attempts: number): number {
  const { firstPauseMs, longestPauseMs } = jobRules[name].retry;
  return Math.min(firstPauseMs * 4 ** (attempts - 1), longestPauseMs);
}
