import { type JobName, jobNames } from './registry.ts';

/** How many jobs of each kind run at once in one process. */
const concurrencyOf: { [N in JobName]: (faceWorkers: number) => number } = {
  // One more than there are workers, so that the next photo is claimed before a worker is free.
  'analyse-photo': (faceWorkers) => faceWorkers + 1,
  'cluster-gallery': () => 1,
  'notify-photos-processed': () => 1,
  'regenerate-renditions': () => 1,
  'remove-files': () => 1,
  'send-mail': () => 1,
};

export const jobConcurrency = (faceWorkers: number): Record<JobName, number> =>
  Object.fromEntries(jobNames.map((name) => [name, concurrencyOf[name](faceWorkers)])) as Record<
    JobName,
    number
  >;
