/**
 * Switches onnxruntime's telemetry off. Since 1.29 its official builds make a device id and an event store in the
 * home folder and send to their maker's collector unless ORT_DISABLE_TELEMETRY is in the environment of the process
 * before the native library is loaded. A worker thread has only a copy of the environment, so the main thread sets
 * the variable, and a worker thread that finds it unset must not load the library.
 */
import { isMainThread } from 'node:worker_threads';

if (isMainThread) process.env.ORT_DISABLE_TELEMETRY = '1';
else if (process.env.ORT_DISABLE_TELEMETRY !== '1')
  throw new Error(
    'onnxruntime is not loaded: its telemetry is on. The main thread must import no-telemetry.ts.',
  );
