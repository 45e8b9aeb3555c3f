import { type JobName, jobRules } from './registry.ts';

/**
 * How many attempts may end because the server process died before a job waits: two, but the last attempt never starts
 * without a pause.
 */
export const crashesBeforePause = (name: JobName): number => Math.min(2, jobRules[name].attempts - 1);

/**
 * The pause before a job is tried again, in milliseconds: four times as long after each attempt, within the numbers of its
 * kind (`…Rules` in handlers/).
 * @param attempts how many have failed, from 1
 */
export function backoffMs(name: JobName, attempts: number): number {
  const { firstPauseMs, longestPauseMs } = jobRules[name];
  return Math.min(firstPauseMs * 4 ** (attempts - 1), longestPauseMs);
}
