import pg from 'pg';
import type { ClientClass } from './log-broken-connections.ts';
import { noAnswerInTime } from './within.ts';

/** A transaction consists of several calls, so it may take a multiple of one. */
const CHECKOUT_FACTOR = 2;

type Callback = (...results: unknown[]) => void;

/** Notices calls the database does not answer. One serves all connections of a pool. */
export interface EmbeddedCallWatch {
  /** A pg client that reports its calls here. */
  readonly Client: ClientClass;
  /** A pg pool whose callers do not wait behind a call that hangs. */
  readonly Pool: typeof pg.Pool;
  /** Runs work that may take long on purpose (migrations) without alarm. */
  withoutTimeout<T>(work: () => Promise<T>): Promise<T>;
  /** Breaks a connection that someone took and keeps without asking anything: everyone else waits for it. */
  guardCheckouts(pool: pg.Pool): void;
  stop(): void;
}

/**
 * @param limits longest time a call may take, and longest time others wait while one call takes all of it
 * @param onStuck called once per overdue call
 * @param resolveAddress asked before each connection, because a replaced database may listen elsewhere
 */
export function watchEmbeddedCalls(
  limits: { callWithinMs: number; heldUpWithinMs: number },
  onStuck: (seconds: number) => void,
  resolveAddress: () => Promise<{ host: string; port: number }>,
): EmbeddedCallWatch {
  const tickMs = Math.min(250, limits.heldUpWithinMs / 4);
  const longestCall = Math.ceil(limits.callWithinMs / tickMs);
  const longestWait = Math.ceil(limits.heldUpWithinMs / tickMs);
  // Ages, counted in ticks: while the main thread is busy, no answer of the database is read, and none is late.
  const running = new Map<symbol, number>();
  const taken = new Map<pg.PoolClient, number>();
  const waiting = new Map<(refusal: Error) => void, number>();
  let withoutTimeout = 0;

  const begin = (): (() => void) => {
    const call = Symbol('call');
    running.set(call, 0);
    return () => running.delete(call);
  };

  const timer = setInterval(() => {
    if (withoutTimeout > 0) return;
    for (const [client, age] of grow(taken)) {
      if (running.size > 0 || age < longestCall * CHECKOUT_FACTOR) continue;
      taken.delete(client);
      const error = new Error('A transaction was left open too long and has been rolled back');
      streamOf(client).destroy(error);
      // Otherwise the pool would wait for the connection that was never released.
      client.release(error);
    }
    let isHeldUp = false;
    for (const [call, age] of grow(running)) {
      isHeldUp ||= age >= longestWait;
      if (age < longestCall) continue;
      running.delete(call);
      onStuck(Math.round((age * tickMs) / 1000));
    }
    for (const [refuse, age] of grow(waiting)) if (isHeldUp && age >= longestWait) refuse(noAnswerInTime());
  }, tickMs);
  timer.unref();

  class WatchedPool extends pg.Pool {
    // biome-ignore lint/suspicious/noExplicitAny: forwarding of both overloads
    override connect(callback?: any): any {
      const client = super.connect();
      const { promise: refused, reject } = Promise.withResolvers<never>();
      waiting.set(reject, 0);
      refused.catch(() => client.then((late) => late.release()).catch(() => undefined));
      const given = Promise.race([client, refused]).finally(() => waiting.delete(reject));
      if (!callback) return given;
      given.then(
        (found) => callback(undefined, found, found.release),
        (error) => callback(error, undefined, () => undefined),
      );
    }
  }

  class WatchedClient extends pg.Client {
    // pg has a dozen overloads of these two; the pool uses the callback form, Kysely the promise form.
    // biome-ignore lint/suspicious/noExplicitAny: forwarding of all overloads
    override connect(callback?: any): any {
      const connected = resolveAddress().then((address) => {
        Object.assign(this, address);
        const end = begin();
        return super.connect().finally(end);
      });
      if (!callback) return connected;
      connected.then(
        () => callback(null),
        (error) => callback(error),
      );
    }

    // biome-ignore lint/suspicious/noExplicitAny: forwarding of all overloads
    override query(...args: any[]): any {
      const end = begin();
      const last = args.at(-1);
      if (typeof last === 'function') {
        const callback = last as Callback;
        args[args.length - 1] = (...results: unknown[]) => {
          end();
          callback(...results);
        };
      }
      // biome-ignore lint/suspicious/noExplicitAny: forwarding of all overloads
      const result = (super.query as any)(...args);
      if (typeof result?.then === 'function') result.then(end, end);
      else if (typeof last !== 'function') end();
      return result;
    }
  }

  return {
    Client: WatchedClient,
    Pool: WatchedPool,
    async withoutTimeout(work) {
      withoutTimeout += 1;
      try {
        return await work();
      } finally {
        withoutTimeout -= 1;
        for (const call of running.keys()) running.set(call, 0);
      }
    },
    guardCheckouts(pool) {
      pool.on('acquire', (client) => taken.set(client, 0));
      pool.on('release', (_error, client) => taken.delete(client));
      pool.on('remove', (client) => taken.delete(client));
    },
    stop: () => clearInterval(timer),
  };
}

/** Counts one tick for each, and answers them with their ages. */
function grow<K>(ages: Map<K, number>): [K, number][] {
  for (const [key, age] of ages) ages.set(key, age + 1);
  return [...ages];
}

function streamOf(client: pg.PoolClient): { destroy(error: Error): void } {
  return (client as unknown as { connection: { stream: { destroy(error: Error): void } } }).connection.stream;
}
