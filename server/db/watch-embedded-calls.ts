import pg from 'pg';

/** A transaction consists of several calls, so it may take a multiple of one. */
const CHECKOUT_FACTOR = 2;

type Callback = (...results: unknown[]) => void;

/** Notices calls the database does not answer. One serves all connections of a pool. */
export interface EmbeddedCallWatch {
  /** A pg client that reports its calls here. */
  readonly Client: new (
    config?: pg.ClientConfig,
  ) => pg.Client;
  /** Runs work that may take long on purpose (migrations) without alarm. */
  withoutTimeout<T>(work: () => Promise<T>): Promise<T>;
  /** Breaks a connection that someone took and keeps without asking anything: everyone else waits for it. */
  guardCheckouts(pool: pg.Pool): void;
  stop(): void;
}

/**
 * @param limitMs longest time a call may take
 * @param onStuck called once per overdue call
 * @param resolveAddress asked before each connection, because a replaced database may listen elsewhere
 */
export function watchEmbeddedCalls(
  limitMs: number,
  onStuck: (seconds: number) => void,
  resolveAddress: () => Promise<{ host: string; port: number }>,
): EmbeddedCallWatch {
  const running = new Map<symbol, number>();
  let withoutTimeout = 0;

  const begin = (): (() => void) => {
    const call = Symbol('call');
    running.set(call, Date.now());
    return () => running.delete(call);
  };

  const taken = new Map<pg.PoolClient, number>();

  const timer = setInterval(
    () => {
      if (withoutTimeout > 0) return;
      for (const [client, since] of taken) {
        if (running.size > 0 || Date.now() - since < limitMs * CHECKOUT_FACTOR) continue;
        taken.delete(client);
        const error = new Error('A transaction was left open too long and has been rolled back');
        streamOf(client).destroy(error);
        // Otherwise the pool would wait for the connection that was never released.
        client.release(error);
      }
      for (const [call, since] of running) {
        if (Date.now() - since < limitMs) continue;
        running.delete(call);
        onStuck(Math.round((Date.now() - since) / 1000));
      }
    },
    Math.min(1_000, limitMs / 4),
  );
  timer.unref();

  class WatchedClient extends pg.Client {
    // pg has a dozen overloads of these two; the pool uses the callback form, Kysely the promise form.
    // biome-ignore lint/suspicious/noExplicitAny: forwarding of all overloads
    override connect(callback?: any): any {
      const connected = resolveAddress().then((address) => {
        Object.assign(this, address);
        return super.connect();
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
    async withoutTimeout(work) {
      withoutTimeout += 1;
      try {
        return await work();
      } finally {
        withoutTimeout -= 1;
        for (const call of running.keys()) running.set(call, Date.now());
      }
    },
    guardCheckouts(pool) {
      pool.on('acquire', (client) => taken.set(client, Date.now()));
      pool.on('release', (_error, client) => taken.delete(client));
      pool.on('remove', (client) => taken.delete(client));
    },
    stop: () => clearInterval(timer),
  };
}

function streamOf(client: pg.PoolClient): { destroy(error: Error): void } {
  return (client as unknown as { connection: { stream: { destroy(error: Error): void } } }).connection.stream;
}
