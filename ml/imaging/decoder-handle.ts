import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import type { Order, Reply } from './messages.ts';
import { RESIDENT_CHECK_MS, RESIDENT_RETIRE_BYTES } from './parameters.ts';
import { residentBytes } from './resident-bytes.ts';
import { ImagingError, type PreparedImage, type StrippedImage } from './types.ts';

export interface DecoderLimits {
  withinMs: number;
  residentLimitBytes: number;
}

/** One decoder process as the pool sees it. It works on one order at a time. */
export class DecoderHandle {
  readonly #child: ChildProcess;
  readonly #ready: Promise<unknown>;
  readonly #limits: DecoderLimits;

  constructor(limits: DecoderLimits) {
    this.#limits = limits;
    this.#child = fork(new URL('./decoder-process.ts', import.meta.url), {
      // Decoders need no secrets. One malloc arena, since glibc keeps what the others free, and little space for young
      // objects, so that pixels nobody needs any more are given back: together a fifth less time and memory a photo.
      env: { PATH: process.env.PATH, TZ: process.env.TZ, MALLOC_ARENA_MAX: '1', VIPS_BLOCK_UNTRUSTED: '1' },
      execArgv: ['--max-semi-space-size=1'],
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    });
    this.#ready = once(this.#child, 'message');
    // Whoever runs an order hears of the end through #answer; without one there is nobody to tell.
    this.#ready.catch(() => undefined);
    this.#child.on('error', () => this.kill());
  }

  /** @throws ImagingError when the picture is at fault, another error when we are */
  async run(order: Order, signal: AbortSignal | undefined): Promise<PreparedImage | StrippedImage> {
    const end = Promise.withResolvers<never>();
    let clock: NodeJS.Timeout | undefined;
    const onExit = (code: number | null, signalName: string | null) => {
      const how = signalName ?? code;
      end.reject(
        clock
          ? new ImagingError('image_unreadable', `the decoder ended on it (${how})`)
          : new Error(`A picture decoder ended before it could begin (${how})`),
      );
    };
    const stop = (error: unknown) => {
      end.reject(error);
      this.kill();
    };
    const onAbort = () => stop(signal?.reason);
    this.#child.once('exit', onExit);
    signal?.addEventListener('abort', onAbort, { once: true });
    const memory = setInterval(() => this.#checkMemory(stop), RESIDENT_CHECK_MS);
    try {
      await Promise.race([this.#ready, end.promise]);
      // The time a process needs to start is ours, not the picture's.
      clock = setTimeout(
        () => stop(new ImagingError('image_timeout', `not decoded within ${this.#limits.withinMs} ms`)),
        this.#limits.withinMs,
      );
      return await Promise.race([this.#ask(order), end.promise]);
    } finally {
      clearTimeout(clock);
      clearInterval(memory);
      this.#child.off('exit', onExit);
      signal?.removeEventListener('abort', onAbort);
    }
  }

  /** Whether the process can be given another picture. */
  isFit(): boolean {
    const { connected, exitCode, signalCode, killed } = this.#child;
    if (!connected || exitCode !== null || signalCode !== null || killed) return false;
    return (residentBytes(this.#child.pid) ?? 0) < RESIDENT_RETIRE_BYTES;
  }

  kill(): void {
    this.#child.kill('SIGKILL');
  }

  async #ask(order: Order): Promise<PreparedImage | StrippedImage> {
    const answer = once(this.#child, 'message');
    this.#child.send(order);
    const [reply] = (await answer) as [Reply];
    if (reply.kind === 'done') return reply.result;
    if (reply.kind === 'refused') throw new ImagingError(reply.code, reply.reason);
    if (reply.kind === 'failed') throw Object.assign(new Error(reply.message), { code: reply.errno });
    throw new Error(`Unexpected answer of a decoder: ${reply.kind}`);
  }

  #checkMemory(stop: (error: unknown) => void): void {
    const resident = residentBytes(this.#child.pid);
    if (resident === undefined || resident <= this.#limits.residentLimitBytes) return;
    stop(new ImagingError('image_too_large', 'decoding it needs too much memory'));
  }
}
