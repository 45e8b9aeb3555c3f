import { loadConfig } from '#server/config/config.ts';
import { describeStartError, EXIT_CANNOT_START } from '#server/config/start-error.ts';
import { type Database, openDatabase, pastPooler } from '#server/db/database.ts';
import { migrateDatabase } from '#server/db/migrate.ts';
import { createLogger } from '#server/logger.ts';
import { openStore } from '#server/storage/open-store.ts';
import type { PhotoStore } from '#server/storage/photo-store.ts';

/** Trouble the operator can understand: one line, no stack. */
export class OperatorError extends Error {
  override name = 'OperatorError';
}

/** Runs an operator's command and turns what goes wrong into one line and an exit code. */
export async function asCommand(work: () => Promise<number>): Promise<void> {
  try {
    process.exitCode = await work();
  } catch (error) {
    const known = error instanceof OperatorError ? error.message : describeStartError(error);
    console.error(known ?? error);
    process.exitCode = known ? EXIT_CANNOT_START : 1;
  }
}

/**
 * Database and photos of the configured installation, without recognition or background work. With the embedded
 * database the server has to be stopped meanwhile; beside a database server it may run.
 */
export async function withInstallation<T>(
  work: (parts: Database & { store: PhotoStore }) => Promise<T>,
): Promise<T> {
  const config = loadConfig();
  const log = createLogger('error');
  const database = await openDatabase(pastPooler(config), log);
  try {
    await migrateDatabase(database, log);
    return await work({ ...database, store: await openStore(config.storage) });
  } finally {
    await database.close();
  }
}
