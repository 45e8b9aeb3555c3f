/**
 * Which worker threads are inside onnxruntime. Its node binding throws where nobody can catch it when the thread was terminated during
 * a call, and that ends the whole process.
 */
import { workerData } from 'node:worker_threads';
import { FaceEngineError } from '../errors.ts';

/** How many calls a thread is in; `ENDED`: it may start no more, because it is about to be terminated. */
export type NativeCalls = Int32Array<SharedArrayBuffer>;
const ENDED = -1;

export const newNativeCalls = (): NativeCalls => new Int32Array(new SharedArrayBuffer(4));

/** Of this thread: given to a worker of the pool when it starts, and read by nobody elsewhere. */
const ownCalls: NativeCalls =
  (workerData as { nativeCalls?: NativeCalls } | null)?.nativeCalls ?? newNativeCalls();

/** @throws FaceEngineError `engine_closed` where this thread is about to be terminated */
export async function inNativeCall<T>(call: () => Promise<T>): Promise<T> {
  // Only this thread counts, and the pool changes nothing but 0.
  const before = Atomics.load(ownCalls, 0);
  if (before === ENDED || Atomics.compareExchange(ownCalls, 0, before, before + 1) !== before)
    throw new FaceEngineError('engine_closed', 'the worker is being ended');
  try {
    return await call();
  } finally {
    Atomics.sub(ownCalls, 0, 1);
    Atomics.notify(ownCalls, 0);
  }
}

/** Resolves when the thread is in no call, and keeps it from starting another; not before a call that hangs is done. */
export async function untilNoNativeCall(calls: NativeCalls): Promise<void> {
  for (;;) {
    const under = Atomics.compareExchange(calls, 0, 0, ENDED);
    if (under <= 0) return;
    await Atomics.waitAsync(calls, 0, under).value;
  }
}
