/** Opens the embedded database of a data folder, a copy of a template if one is named, says so, and stays until it is killed or told to stop. */
import { describeStartError } from '#server/config/start-error.ts';
import { openDatabase } from '#server/db/database.ts';
import { migrateDatabase } from '#server/db/migrate.ts';
import { createLogger } from '#server/logger.ts';

const log = createLogger('silent');
const [dataDir, template] = process.argv.slice(2);
if (!dataDir) throw new Error('Usage: open-database.ts <data folder> [template]');

try {
  const database = await openDatabase({ dataDir, databaseUrl: undefined }, log, template ? { template } : {});
  const applied = await migrateDatabase(database, log);
  process.once('SIGTERM', async () => {
    await database.close();
    process.exit(0);
  });
  console.log(`open ${applied.length}`);
  // Keeps the process alive: an idle database alone does not.
  setInterval(() => undefined, 60_000);
} catch (error) {
  console.error(describeStartError(error) ?? error);
  process.exit(78);
}
