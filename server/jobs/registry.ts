import type { JobName, JobPayloads } from '#server/app-context.ts';

export interface JobRule<N extends JobName> {
  /** Work with the same key collapses while it waits and never runs twice at once; null: each stands for itself. */
  key(payload: JobPayloads[N]): string | null;
  /** How long new work waits before it is due, so that a burst becomes one run. */
  delayMs: number;
  /** After so many tries it is given up. */
  attempts: number;
  /** Pause before the second try; it grows fourfold each time, up to the longest. */
  firstPauseMs: number;
  longestPauseMs: number;
}

const SECOND = 1_000;
const HOUR = 3_600_000;

/** Every kind of background work there is. Handlers are in definitions/. */
export const jobRules: { [N in JobName]: JobRule<N> } = {
  'analyse-photo': {
    key: ({ photo_id }) => photo_id,
    delayMs: 0,
    attempts: 3,
    firstPauseMs: 2 * SECOND,
    longestPauseMs: 60 * SECOND,
  },
  'cluster-gallery': {
    key: ({ gallery_id }) => gallery_id,
    // Long enough to gather a handful of photos, short enough for people to appear while one uploads.
    delayMs: 3 * SECOND,
    attempts: 10,
    firstPauseMs: 2 * SECOND,
    longestPauseMs: 300 * SECOND,
  },
  'regenerate-renditions': {
    key: ({ photo_id }) => photo_id,
    delayMs: 0,
    attempts: 5,
    firstPauseMs: 5 * SECOND,
    longestPauseMs: 300 * SECOND,
  },
  'remove-files': {
    // Each photo has files of its own, so the first one names the batch.
    key: ({ keys }) => keys[0] ?? null,
    delayMs: 0,
    // Personal data: we keep trying for about a month of an unreachable disk.
    attempts: 750,
    firstPauseMs: 5 * SECOND,
    longestPauseMs: HOUR,
  },
};

/** What stands still while there is no face engine. Everything else goes on without one. */
export const recognitionJobs: JobName[] = ['analyse-photo', 'cluster-gallery'];

/** The pause after the given number of failed tries. */
export function pauseAfter(name: JobName, attempts: number): number {
  const { firstPauseMs, longestPauseMs } = jobRules[name];
  return Math.min(firstPauseMs * 4 ** (attempts - 1), longestPauseMs);
}
