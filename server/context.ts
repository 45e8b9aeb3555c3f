import { systemClock } from './clock.ts';
import type { Config } from './config/config.ts';
import { type Database, openDatabase } from './db/database.ts';
import { migrateDatabase } from './db/migrate.ts';
import { type EngineHandle, startEngine } from './engine-handle.ts';
import { createAttempts } from './features/auth/attempts.ts';
import { createPasswordHasher } from './features/auth/password-hasher.ts';
import { createTokenSigner } from './features/auth/token-signer.ts';
import { MemoryBus } from './live/bus.ts';
import type { Logger } from './logger.ts';
import type { AppContext } from './needs.ts';

/** The running server's parts and how to let go of them. The only place that puts them together. */
export type ServerParts = {
  ctx: AppContext;
  database: Database;
  engine: EngineHandle;
  close(): Promise<void>;
};

export async function createServerParts(config: Config, log: Logger): Promise<ServerParts> {
  const database = await openDatabase(config, log);
  await migrateDatabase(database, log);
  const engine = startEngine(config, log);
  const ctx: AppContext = {
    db: database.db,
    databaseKind: database.kind,
    log,
    clock: systemClock,
    bus: new MemoryBus(),
    jobs: {
      enqueue: async () => {
        throw new Error('the queue is not connected yet');
      },
    },
    attempts: createAttempts(),
    passwords: createPasswordHasher(),
    tokens: createTokenSigner(config.jwtSecret),
    engine: engine.info,
    grouping: {
      preview: async () => {
        throw new Error('grouping is not connected yet');
      },
    },
    startedAt: new Date(),
  };
  return {
    ctx,
    database,
    engine,
    close: async () => {
      await engine.close();
      await database.close();
    },
  };
}
