import { DecoderHandle } from './decoder-handle.ts';
import type { Order } from './messages.ts';
import { DECODE_WITHIN_MS, DECODERS, RESIDENT_LIMIT_BYTES } from './parameters.ts';
import type { Imaging, PreparedImage, StrippedImage } from './types.ts';

export interface ImagingOptions {
  processes?: number;
  withinMs?: number;
  residentLimitBytes?: number;
}

interface Waiting {
  order: Order;
  signal: AbortSignal | undefined;
  resolve(result: PreparedImage | StrippedImage): void;
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

  /** Decoders may die while they wait: the system takes them first when memory runs out. */
  const takeIdle = (): DecoderHandle | undefined => {
    for (let decoder = idle.pop(); decoder; decoder = idle.pop()) {
      if (decoder.isFit()) return decoder;
      all.delete(decoder);
      decoder.kill();
    }
  };

  const next = () => {
    while (queue.length > 0 && (idle.length > 0 || all.size < size)) {
      const waiting = queue.shift();
      if (!waiting) return;
      if (waiting.signal?.aborted) {
        waiting.reject(waiting.signal.reason);
        continue;
      }
      const decoder = takeIdle() ?? new DecoderHandle(limits);
      all.add(decoder);
      void work(decoder, waiting);
    }
  };

  const work = async (decoder: DecoderHandle, { order, signal, resolve, reject }: Waiting) => {
    try {
      resolve(await decoder.run(order, signal));
    } catch (error) {
      reject(error);
    }
    if (decoder.isFit() && !closed) idle.push(decoder);
    else {
      all.delete(decoder);
      decoder.kill();
    }
    next();
  };

  const submit = (order: Order, signal: AbortSignal | undefined) =>
    new Promise<PreparedImage | StrippedImage>((resolve, reject) => {
      if (closed) return reject(new Error('The picture decoders are closed'));
      queue.push({ order, signal, resolve, reject });
      next();
    });

  return {
    prepare: (task, signal) => submit({ kind: 'prepare', task }, signal) as Promise<PreparedImage>,
    stripMetadata: (task, signal) => submit({ kind: 'strip', task }, signal) as Promise<StrippedImage>,
    async close() {
      closed = true;
      for (const waiting of queue.splice(0)) waiting.reject(new Error('The picture decoders are closed'));
      for (const decoder of all) decoder.kill();
      all.clear();
    },
  };
}
