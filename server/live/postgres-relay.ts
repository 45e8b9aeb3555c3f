import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { z } from 'zod';
import type { Logger } from '#server/logger.ts';
import type { LiveMessage, MemoryBus } from './bus.ts';

const channel = 'clublens_live';
const retryMs = 2_000;

const notification = z.object({
  from: z.string(),
  message: z.object({
    topic: z.string().regex(/^(user:|gallery:|jobs$|settings$|analyses$)/),
    kind: z.string(),
  }),
});

/** Other programs on the database may send anything on the channel; unknown messages must not end the server. */
export function readNotification(payload: string | undefined): { from?: string; message?: LiveMessage } {
  try {
    return notification.parse(JSON.parse(payload ?? '')) as { from: string; message: LiveMessage };
  } catch {
    return {};
  }
}

/**
 * Carries live messages between the server processes on one database, with LISTEN and NOTIFY on a connection of
 * its own. Messages are hints: one lost while the connection is down costs a late refresh, nothing else.
 */
export function relayThroughPostgres(
  connectionString: string,
  bus: MemoryBus,
  log: Logger,
): { close(): Promise<void> } {
  const sender = randomUUID();
  let client: pg.Client | undefined;
  let closed = false;

  const connect = async (): Promise<void> => {
    const next = new pg.Client({ connectionString, keepAlive: true });
    const lost = new Promise<void>((resolve) => {
      next.on('error', () => resolve());
      next.on('end', () => resolve());
    });
    next.on('notification', ({ payload }) => {
      const { from, message } = readNotification(payload);
      if (from !== sender && message) bus.deliver(message);
    });
    try {
      await next.connect();
      await next.query(`listen ${channel}`);
      client = next;
      if (!closed) await lost;
    } finally {
      client = undefined;
      await next.end();
    }
  };

  const keepConnected = async (): Promise<void> => {
    while (!closed) {
      try {
        await connect();
      } catch (error) {
        log.warn({ err: error }, 'live messages between servers are interrupted');
      }
      if (!closed) await delay(retryMs);
    }
  };
  void keepConnected();

  // A connection takes one statement at a time.
  let sending: Promise<unknown> = Promise.resolve();
  bus.connect({
    send: (message) => {
      sending = sending
        .then(() =>
          client?.query('select pg_notify($1, $2)', [channel, JSON.stringify({ from: sender, message })]),
        )
        .catch((error: unknown) => log.debug({ err: error }, 'a live message was not relayed'));
    },
  });
  return {
    close: async () => {
      closed = true;
      await client?.end();
    },
  };
}
