import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { RESIDENT_CHECK_MS, RESIDENT_RETIRE_BYTES } from './decoder-process-limits.ts';
import type { DecoderRequest, Reply, Result } from './messages.ts';
import { residentBytes } from './resident-bytes.ts';
import { DecodingInterrupted, ImagingError, MustBeDecodedAlone } from './types.ts';

/** Signals that a process sends to itself by a fault in its own code, among them the abort of an allocator. */
const FAULT_SIGNALS = new Set(['SIGSEGV', 'SIGABRT', 'SIGBUS', 'SIGILL', 'SIGFPE', 'SIGTRAP']);

/** The decoder process ended while it had a request, and the pool had not asked for that. */
export class DecoderEnded extends Error {
  override name = 'DecoderEnded';
  readonly #byPicture: boolean;

  /** @param byPicture it failed by itself while it was reading the picture */
  constructor(how: string, byPicture: boolean, options?: ErrorOptions) {
    super(`the decoder ended (${how})`, options);
    this.#byPicture = byPicture;
  }

  /**
   * The error of a request that ended the decoder again when it was repeated: the picture's fault, or an interruption from
   * outside.
   */
  verdict(): ImagingError | DecodingInterrupted {
    return this.#byPicture
      ? new ImagingError('image_unreadable', `${this.message} on it`)
      : new DecodingInterrupted(this.message, { cause: this });
  }
}

export interface DecoderLimits {
  withinMs: number;
  residentLimitBytes: number;
}

/** One decoder process as the pool sees it. It works on one request at a time. */
export class DecoderHandle {
  readonly #child: ChildProcess;
  readonly #ready: Promise<unknown>;
  readonly #limits: DecoderLimits;

  constructor(limits: DecoderLimits) {
    this.#limits = limits;
    this.#child = fork(new URL('./decoder-process.ts', import.meta.url), {
      // Decoders need no secrets. glibc keeps what is freed in further malloc arenas, so there is one; little space for
      // young objects gives unused pixels back early. Together a fifth less time and memory a photo. Blocks from 64 kB on go back
      // to the system at once: 5 MB less in each. Compiled code that is kept (NODE_COMPILE_CACHE) halves their start.
      env: {
        PATH: process.env.PATH,
        TZ: process.env.TZ,
        NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
        MALLOC_ARENA_MAX: '1',
        MALLOC_MMAP_THRESHOLD_: '65536',
        VIPS_BLOCK_UNTRUSTED: '1',
      },
      execArgv: ['--max-semi-space-size=1'],
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    });
    this.#ready = once(this.#child, 'message');
    // #answer reports the end to the task that runs; without a task the rejection needs no handling.
    this.#ready.catch(() => undefined);
    this.#child.on('error', () => this.kill());
  }

  /** @throws ImagingError when the picture is at fault, DecoderEnded when the process is gone, other errors when we are */
  async run(request: DecoderRequest, signal: AbortSignal | undefined): Promise<Result> {
    const end = Promise.withResolvers<never>();
    let clock: NodeJS.Timeout | undefined;
    const onExit = (code: number | null, signalName: NodeJS.Signals | null) => {
      const isFault = signalName === null || FAULT_SIGNALS.has(signalName);
      end.reject(new DecoderEnded(String(signalName ?? code), clock !== undefined && isFault));
    };
    const stop = (error: unknown) => {
      end.reject(error);
      this.kill();
    };
    const onAbort = () => stop(signal?.reason);
    this.#child.once('exit', onExit);
    const { exitCode, signalCode } = this.#child;
    if (exitCode !== null || signalCode !== null) onExit(exitCode, signalCode); // it ended before it got the request
    signal?.addEventListener('abort', onAbort, { once: true });
    const memory = setInterval(() => this.#checkMemory(stop), RESIDENT_CHECK_MS);
    try {
      await Promise.race([this.#ready.catch(lostChannel), end.promise]);
      // The time a process needs to start is ours, not the picture's.
      clock = setTimeout(
        () => stop(new ImagingError('image_timeout', `not decoded within ${this.#limits.withinMs} ms`)),
        this.#limits.withinMs,
      );
      return await Promise.race([this.#ask(request), end.promise]);
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

  async #ask(request: DecoderRequest): Promise<Result> {
    const answer = once(this.#child, 'message');
    this.#child.send(request);
    const [reply] = (await answer.catch(lostChannel)) as [Reply];
    if (reply.kind === 'done') return reply.result;
    if (reply.kind === 'decode-alone') throw new MustBeDecodedAlone();
    if (reply.kind === 'refused') throw new ImagingError(reply.code, reply.reason, reply.missing);
    if (reply.kind === 'failed') throw Object.assign(new Error(reply.message), { code: reply.errno });
    throw new Error(`Unexpected answer of a decoder: ${reply.kind}`);
  }

  #checkMemory(stop: (error: unknown) => void): void {
    const resident = residentBytes(this.#child.pid);
    if (resident === undefined || resident <= this.#limits.residentLimitBytes) return;
    stop(new ImagingError('image_too_large', 'decoding it needs too much memory'));
  }
}

/** A process that cannot be started or written to is as good as gone; the picture has no part in it. */
function lostChannel(cause: unknown): never {
  throw new DecoderEnded('no channel', false, { cause });
}
