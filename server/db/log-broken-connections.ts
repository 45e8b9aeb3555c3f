import type pg from 'pg';
import type { Logger } from '#server/logger.ts';

export type ClientClass = new (config?: pg.ClientConfig) => pg.Client;

/**
 * A client that logs when its connection breaks, from the moment it is made. The pool listens only while a client is
 * idle, and an 'error' event without a listener ends the process.
 */
export function loggingBrokenConnections(Base: ClientClass, log: Logger): ClientClass {
  return class LoggingClient extends Base {
    constructor(config?: pg.ClientConfig) {
      super(config);
      this.on('error', (error) => log.warn({ err: error }, 'a database connection broke'));
    }
  };
}
