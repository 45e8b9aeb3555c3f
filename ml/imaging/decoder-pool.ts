import { rm } from 'node:fs/promises';
import { DecoderEnded, DecoderHandle } from './decoder-handle.ts';
import { DECODE_WITHIN_MS, DECODERS, IDLE_FOR_MS, RESIDENT_LIMIT_BYTES } from './decoder-process-limits.ts';
import type { DecoderRequest, Result, Results } from './messages.ts';
import { DecodingInterrupted, type Imaging, MustBeDecodedAlone } from './types.ts';

export interface ImagingOptions {
  processes?: number;
  withinMs?: number;
  residentLimitBytes?: number;
  idleForMs?: number;
}

interface Waiting {
  request: DecoderRequest;
  signal: AbortSignal | undefined;
  /** Its first decoder ended on it. */
  isSecondTry: boolean;
  /** It has more than `MAX_PIXELS_UNLESS_ALONE`, and waits until no other decoder is at work. */
  decodeAlone: boolean;
  resolve(result: Result): void;
  reject(error: unknown): void;
}

/**
 * A small pool of processes that decode untrusted pictures. A thread would not do: the image library's threads and
 * memory belong to the whole process, so one hostile file in a thread stalls the server.
 */
export function createImaging(options: ImagingOptions = {}): Imaging {
  const size = options.processes ?? DECODERS;
  const limits = {
    withinMs: options.withinMs ?? DECODE_WITHIN_MS,
    residentLimitBytes: options.residentLimitBytes ?? RESIDENT_LIMIT_BYTES,
  };
  const idle: DecoderHandle[] = [];
  const all = new Set<DecoderHandle>();
  const queue: Waiting[] = [];
  let closed = false;
  let isDecodingAlone = false;
  let idleTimer: NodeJS.Timeout | undefined;
  /** Renditions that are waited for, and when the last one was there (`performance.now()`). */
  let renditions = 0;
  let lastRendition = Number.NEGATIVE_INFINITY;
  const busy = () => all.size - idle.length;

  /** Decoders may die while they wait: the system takes them first when memory runs out. */
  const takeIdle = (): DecoderHandle | undefined => {
    for (let decoder = idle.pop(); decoder; decoder = idle.pop()) {
      if (decoder.isFit()) return decoder;
      all.delete(decoder);
      decoder.kill();
    }
  };

  const retireIdle = () => {
    for (const decoder of idle.splice(0)) {
      all.delete(decoder);
      decoder.kill();
    }
  };

  const next = () => {
    while (!isDecodingAlone && (idle.length > 0 || all.size < size)) {
      const [waiting] = queue;
      if (!waiting || (waiting.decodeAlone && busy() > 0)) return;
      queue.shift();
      if (waiting.signal?.aborted) {
        waiting.reject(waiting.signal.reason);
        continue;
      }
      // What ended one decoder may have ended the idle ones too, so a second try gets a process of its own.
      if (waiting.isSecondTry || waiting.decodeAlone) retireIdle(); // idle ones hold memory, too
      isDecodingAlone = waiting.decodeAlone;
      const decoder = takeIdle() ?? new DecoderHandle(limits);
      all.add(decoder);
      void work(decoder, waiting);
    }
  };

  const work = async (decoder: DecoderHandle, waiting: Waiting) => {
    const { request, signal, resolve, reject } = waiting;
    try {
      resolve(await decoder.run({ ...request, decodeAlone: waiting.decodeAlone }, signal));
    } catch (error) {
      if (error instanceof MustBeDecodedAlone && !closed) queue.unshift({ ...waiting, decodeAlone: true });
      else if (!(error instanceof DecoderEnded)) reject(error);
      else if (closed) reject(new DecodingInterrupted('The picture decoders are closed', { cause: error }));
      else if (waiting.isSecondTry) reject(error.verdict());
      else {
        await removeOutputs(request).then(() => queue.unshift({ ...waiting, isSecondTry: true }), reject);
      }
    }
    if (waiting.decodeAlone) isDecodingAlone = false;
    if (decoder.isFit() && !closed) {
      idle.push(decoder);
      clearTimeout(idleTimer);
      idleTimer = setTimeout(retireIdle, options.idleForMs ?? IDLE_FOR_MS).unref();
    } else {
      all.delete(decoder);
      decoder.kill();
    }
    next();
  };

  const submit = <O extends DecoderRequest>(request: O, signal: AbortSignal | undefined) =>
    new Promise<Result>((resolve, reject) => {
      if (closed) return reject(new Error('The picture decoders are closed'));
      queue.push({ request, signal, isSecondTry: false, decodeAlone: false, resolve, reject });
      next();
    }) as Promise<Results[O['kind']]>;

  return {
    async makeRenditions(task, signal) {
      renditions++;
      try {
        return await submit({ kind: 'renditions', task }, signal);
      } finally {
        renditions--;
        lastRendition = performance.now();
      }
    },
    madeRenditionsWithin: (ms) => renditions > 0 || performance.now() - lastRendition < ms,
    stripMetadata: (task, signal) => submit({ kind: 'strip', task }, signal),
    crop: (task, signal) => submit({ kind: 'crop', task }, signal),
    readMetadata: (task, signal) => submit({ kind: 'metadata', task }, signal),
    compareShots: (task, signal) => submit({ kind: 'shots', task }, signal),
    blurFaces: (task, signal) => submit({ kind: 'blur', task }, signal),
    async close() {
      closed = true;
      clearTimeout(idleTimer);
      for (const waiting of queue.splice(0)) waiting.reject(new Error('The picture decoders are closed'));
      for (const decoder of all) decoder.kill();
      all.clear();
    },
  };
}

/** What the first try may have left; decoders write to new files only. */
async function removeOutputs({ kind, task }: DecoderRequest): Promise<void> {
  const paths =
    kind === 'renditions'
      ? Object.values(task.renditions).map(({ path }) => path)
      : kind === 'metadata' || kind === 'shots'
        ? []
        : [task.output];
  await Promise.all(paths.map((path) => rm(path, { force: true })));
}
