import { loadConfig } from './config/config.ts';
import { describeStartError, EXIT_CANNOT_START } from './config/start-error.ts';
import { openConfiguredDatabase } from './db/database-template.ts';
import { createLogger } from './logger.ts';

try {
  const config = loadConfig();
  const log = createLogger(config.logLevel);
  // The embedded database starts in a thread of its own, while this one loads the rest of the server.
  const database = openConfiguredDatabase(config, log);
  database.catch(() => {}); // awaited below
  const { runServer } = await import('./run-server.ts');
  await runServer(config, log, database);
} catch (error) {
  const line = describeStartError(error);
  console.error(line ?? error);
  process.exit(line ? EXIT_CANNOT_START : 1);
}
