import type { PhotoStore } from '#server/storage/photo-store.ts';
import { HOUR_MS, type JobHandler, type JobRules, SECOND_MS } from '../job-definition.ts';

/** The keys themselves: the rows that held them are gone when the job runs. */
export type RemoveFilesPayload = { keys: string[] };

export const removeFilesRules: JobRules<RemoveFilesPayload> = {
  // Each photo has files of its own, so the first key identifies the batch.
  key: ({ keys }) => keys[0] ?? null,
  delayMs: 0,
  // About a month of a disk that cannot be reached: the files are personal data and have to go.
  attempts: 750,
  firstPauseMs: 5 * SECOND_MS,
  longestPauseMs: HOUR_MS,
  concurrency: () => 1,
};

/** Removes files whose rows are gone. */
export function removeFiles({ store }: { store: PhotoStore }): JobHandler<RemoveFilesPayload> {
  return {
    async run({ keys }, signal) {
      for (const key of keys) {
        signal.throwIfAborted();
        await store.remove(key);
      }
    },
  };
}
