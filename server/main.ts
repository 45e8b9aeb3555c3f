import { setTimeout as delay } from 'node:timers/promises';
import { loadConfig } from './config/config.ts';
import { describeStartError, EXIT_CANNOT_START } from './config/start-error.ts';
import { openConfiguredDatabase } from './db/database-template.ts';
import { createLogger } from './logger.ts';

/** How long what has a thread of its own may take until the thread is started, as where models are fetched first. */
const THREADS_FIRST_MS = 500;

const untilStarted = (thread: Promise<void>, ...ready: Promise<unknown>[]) =>
  Promise.race([thread, ...ready, delay(THREADS_FIRST_MS, undefined, { ref: false })]);

try {
  const config = loadConfig();
  const log = createLogger(config.logLevel);
  // Threads are started first: while this one loads the rest of the server, nothing else goes on in it.
  const databaseThread = Promise.withResolvers<void>();
  const database = openConfiguredDatabase(config, log, databaseThread.resolve);
  database.catch(() => {}); // awaited below
  await untilStarted(databaseThread.promise, database);
  const { startRecognition } = await import('./face-engine/start-recognition.ts');
  const modelsThread = Promise.withResolvers<void>();
  const recognition = startRecognition(config, log, modelsThread.resolve);
  if (recognition.engine) await untilStarted(modelsThread.promise);
  const { runServer } = await import('./run-server.ts');
  await runServer(config, log, database, recognition);
} catch (error) {
  const line = describeStartError(error);
  console.error(line ?? error);
  process.exit(line ? EXIT_CANNOT_START : 1);
}
