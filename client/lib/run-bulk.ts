import { wireErrorOf } from './error-message.ts';
import { refreshOnce } from './refresh-stale.ts';

export interface BulkResult {
  succeeded: string[];
  failed: { id: string; error: unknown }[];
}

/** Runs `work` for one id after the other and collects failures. Stops when the session has ended. */
export async function runBulk(
  ids: readonly string[],
  work: (id: string) => Promise<unknown>,
  onProgress?: (done: number) => void,
): Promise<BulkResult> {
  const result: BulkResult = { succeeded: [], failed: [] };
  await refreshOnce(async () => {
    for (const [index, id] of ids.entries()) {
      try {
        await work(id);
        result.succeeded.push(id);
      } catch (error) {
        result.failed.push({ id, error });
        if (wireErrorOf(error)?.status === 401) break;
      }
      onProgress?.(index + 1);
    }
  });
  return result;
}
