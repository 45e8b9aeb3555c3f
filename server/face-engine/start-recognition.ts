import { createImaging, type FaceEngineOptions, type Imaging } from '#ml/index.ts';
import type { Config } from '#server/config/config.ts';
import type { Logger } from '../logger.ts';
import { type EngineHandle, startEngine } from './face-engine-handle.ts';

/**
 * Somebody waits for the answer to an upload, nobody for the moment at which people appear; and a second worker takes 150 MB beside
 * the decoders. After the last upload a small gallery is done before this is over.
 */
const UPLOADS_FIRST_MS = 5_000;

export interface Recognition {
  imaging: Imaging;
  /** Undefined where this process only answers requests. */
  engine: EngineHandle | undefined;
}

/** @param onThread see FaceEngineOptions */
export function startRecognition(
  config: Config,
  log: Logger,
  onThread?: FaceEngineOptions['onThread'],
): Recognition {
  const imaging = createImaging();
  const yieldsNow = () => imaging.madeRenditionsWithin(UPLOADS_FIRST_MS);
  const engine = config.role === 'web' ? undefined : startEngine(config, log, { yieldsNow, onThread });
  return { imaging, engine };
}
