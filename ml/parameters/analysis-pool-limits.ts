/** Limits of the pool of analysis workers. The number of workers is a setting: FACE_WORKERS in server/config/recognition-settings.ts. */
import { parameter } from './parameter.ts';

export const analysisPool = {
  queueLimit: parameter(64, 'requests', 'the caller keeps the rest where it is durable'),
  timeLimitMs: parameter(
    60_000,
    'ms',
    'the slowest honest photo (a group in tiles) takes about 1 s on the slowest machine we know',
  ),
  cropsAtOnce: parameter(
    32,
    'faces',
    'a request of about 0.6 s, so that a crowd of 500 faces takes turns with other photos and is never taken for a hang',
  ),
  startLimitMs: parameter(
    60_000,
    'ms',
    'loading and warm-up take under 1 s; a busy machine may need far longer',
  ),
  endLimitMs: parameter(10_000, 'ms', 'a photo takes about 1 s on the slowest machine we know'),
  respawnDelayMs: parameter(1000, 'ms', 'a worker that dies at once must not become a spinning loop'),
  idleLimitMs: parameter(60_000, 'ms', 'as decoders; the next photo waits for one start, under 1 s'),
  heapLimitMb: parameter(
    384,
    'MB',
    'pixels and tensors live outside the heap; the heap itself needs under 60',
  ),
} as const;
