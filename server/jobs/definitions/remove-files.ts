import type { PhotoStore } from '#server/storage/photo-store.ts';
import type { JobHandler } from '../handler.ts';

/** Removes files whose rows are gone. The keys come along because nothing else knows them any more. */
export function removeFiles({ store }: { store: PhotoStore }): JobHandler<'remove-files'> {
  return {
    async run({ keys }, signal) {
      for (const key of keys) {
        signal.throwIfAborted();
        await store.remove(key);
      }
    },
  };
}
