import { type Database, openDatabase } from '#server/db/database.ts';
import { createLogger } from '#server/logger.ts';

/** Fewer buffers than the database in use has: tables are read once from beginning to end. */
const settings = { shared_buffers: '4MB' };

/** Opens a copy of an embedded database for a backup, with little memory. Without a copy in it, the folder gets a new one. */
export function openCopiedDatabase(dataDir: string): Promise<Database> {
  return openDatabase({ dataDir, databaseUrl: undefined }, createLogger('error'), { settings });
}
