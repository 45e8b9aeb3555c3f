import { join } from 'node:path';
import { createLogger, type Logger } from '#server/logger.ts';
import { type Database, openDatabase } from './database.ts';
import type { EmbeddedOptions } from './embedded-database-pool.ts';
import { migrateDatabase } from './migrate.ts';

/**
 * Data folder with a migrated database and nothing in it, which `npm run build` makes (scripts/launch/build-client.mjs).
 * New installations copy its database; migrations that it lacks are applied like to any other.
 */
const databaseTemplate = join(import.meta.dirname, '../../dist/database-template');

/** The database that the settings name; a new one is a copy of the template. */
export const openConfiguredDatabase = (
  config: Parameters<typeof openDatabase>[0],
  log: Logger,
  onThread?: EmbeddedOptions['onThread'],
): Promise<Database> => openDatabase(config, log, { template: databaseTemplate, onThread });

/** Makes a new database, or takes one without tables, and migrates it. */
export async function makeMigratedDatabase(where: {
  dataDir: string;
  databaseUrl: string | undefined;
}): Promise<void> {
  const log = createLogger('error');
  const database = await openDatabase(where, log);
  try {
    await migrateDatabase(database, log);
  } finally {
    await database.close();
  }
}
