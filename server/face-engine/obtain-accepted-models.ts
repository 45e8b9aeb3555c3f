import type { Kysely } from 'kysely';
import type { DB } from '#server/db/tables.ts';
import { listAcceptedModels } from '#server/features/faces/recognition/accepted-models.ts';
import type { Logger } from '../logger.ts';
import type { EngineHandle } from './face-engine-handle.ts';

const TRY_AGAIN_MS = 60_000;

/**
 * Fetches, at each call, the models whose licence was accepted through another process and that are missing here. Calls
 * while one is being fetched, and for a minute after a failure, do nothing.
 */
export function obtainerOfAcceptedModels(
  db: Kysely<DB>,
  engine: Pick<EngineHandle, 'info' | 'state'>,
  log: Logger,
): () => void {
  let fetching = false;
  let notBefore = 0;
  const fetchMissing = async () => {
    for (const model of await listAcceptedModels(db))
      if (!engine.info.models.includes(model)) await engine.info.obtain(model);
  };
  return () => {
    if (fetching || engine.state() !== 'ready' || performance.now() < notBefore) return;
    fetching = true;
    void fetchMissing()
      .catch((error: unknown) => {
        notBefore = performance.now() + TRY_AGAIN_MS;
        log.warn({ err: error }, 'an accepted model could not be fetched');
      })
      .finally(() => {
        fetching = false;
      });
  };
}
