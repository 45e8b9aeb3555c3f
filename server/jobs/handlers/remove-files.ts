import { setTimeout as delay } from 'node:timers/promises';
import type { Needs } from '#server/app-context.ts';
import { isBackupRunning } from '#server/backup/backup-runs.repository.ts';
import { hourMs } from '#server/contract/lifetimes.ts';
import type { PhotoStore } from '#server/storage/photo-store.ts';
import { type JobHandler, type JobRules, SECOND_MS } from '../job-handler.ts';

/** The keys themselves: the rows that held them are gone when the job runs. */
export type RemoveFilesPayload = { keys: string[] };

export const removeFilesRules: JobRules<RemoveFilesPayload> = {
  // Each photo has files of its own, so the first key identifies the batch.
  key: ({ keys }) => keys[0] ?? null,
  delayMs: 0,
  // Tried for about a month while the storage cannot be reached: the files are personal data and have to go.
  retry: { attempts: 750, firstPauseMs: 5 * SECOND_MS, longestPauseMs: hourMs },
};

const LOOK_AGAIN_MS = 2 * SECOND_MS;

/** Removes files whose rows are gone; not while a backup is made, because it may still hold these rows. */
export function removeFiles(
  { db, store }: Needs<'db'> & { store: PhotoStore },
  lookAgainMs = LOOK_AGAIN_MS,
): JobHandler<RemoveFilesPayload> {
  return {
    async run({ keys }, signal) {
      while (await isBackupRunning(db)) await delay(lookAgainMs, undefined, { signal });
      for (const key of keys) {
        signal.throwIfAborted();
        await store.remove(key);
      }
    },
  };
}
