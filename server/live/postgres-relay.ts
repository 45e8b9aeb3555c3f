import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import type { Logger } from '#server/logger.ts';
import type { LiveMessage, MemoryBus } from './bus.ts';

const channel = 'clublens_live';
const retryMs = 2_000;

/** Whoever shares the database may send anything on the channel; what is none of ours must not end the server. */
export function readNotification(payload: string | undefined): { from?: string; message?: LiveMessage } {
  try {
    const read: unknown = JSON.parse(payload ?? '');
    return typeof read === 'object' && read !== null ? read : {};
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
    await next.connect();
    await next.query(`listen ${channel}`);
    client = next;
    await lost;
    client = undefined;
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

  bus.connect({
    send: (message) => {
      client
        ?.query('select pg_notify($1, $2)', [channel, JSON.stringify({ from: sender, message })])
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
