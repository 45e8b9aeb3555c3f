import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { createApp, createWorkerApp } from './app.ts';
import { addressOf } from './config/address-of.ts';
import type { Config } from './config/config.ts';
import { cannotListen } from './config/start-error.ts';
import { describeStorage } from './config/storage-location.ts';
import { createServices, type Services } from './create-services.ts';
import { davRoutes } from './dav/dav-routes.ts';
import type { Database } from './db/database.ts';
import type { Recognition } from './face-engine/start-recognition.ts';
import { announceFirstAdmin } from './features/accounts/auth/first-admin.ts';
import { startHousekeeping } from './housekeeping-schedule.ts';
import { askBeforeBodies } from './http/ask-before-bodies.ts';
import { endSlowReaders } from './http/end-slow-readers.ts';
import { healthRouter } from './http/health.ts';
import { metricsRoute } from './http/metrics-route.ts';
import type { Logger } from './logger.ts';
import { createServer } from './node-http.ts';
import { listenForOperator } from './operator/operator-socket.ts';
import { startInbox } from './start-inbox.ts';
import { startJobs } from './start-jobs.ts';
import { startConfiguredBackups } from './start-nightly-backups.ts';

/** How long requests that are being answered may take when the server stops; running jobs: STOP_WITHIN_MS in jobs/runner.ts. */
const lastRequestsMs = 5_000;
const clientDir = join(import.meta.dirname, '../dist/client');

/** Puts the server together on this database, and answers until it is told to stop. */
export async function runServer(
  config: Config,
  log: Logger,
  database: Promise<Database>,
  recognition: Recognition,
): Promise<void> {
  const services = await createServices(config, log, database, recognition);
  await announceFirstAdmin(services.ctx, config.firstAdmin, (line) => console.log(line));
  const work = config.role === 'web' ? undefined : await startWork(config, services, log);
  const health = [
    healthRouter(services),
    metricsRoute(services.metrics, { ...config, token: config.metricsToken }),
  ];
  const app =
    config.role === 'worker'
      ? createWorkerApp(services.ctx, { health })
      : createApp(services.ctx, {
          trustProxyHops: config.trustProxyHops,
          clientDir,
          health,
          securityContact: config.securityContact,
          metrics: services.metrics,
          files: services.files,
          dav: davRoutes(services.ctx, services.files),
        });
  const server = createServer({ headersTimeout: 15_000, requestTimeout: 0, keepAliveTimeout: 65_000 }, app);
  // A socket without traffic for a minute is closed; live updates ping in between.
  server.setTimeout(60_000);
  endSlowReaders(server);
  askBeforeBodies(server);
  server.listen(config.port, config.host);
  await once(server, 'listening').catch((error) => {
    throw cannotListen(error, config.host);
  });
  keepRunning(log);
  let closeOperatorSocket: (() => Promise<void>) | undefined;

  let stopping = false;
  const stop = async () => {
    if (stopping) return;
    stopping = true;
    log.info('stopping');
    const quiet = once(server, 'close');
    server.close();
    server.closeIdleConnections();
    setTimeout(() => server.closeAllConnections(), lastRequestsMs).unref();
    work?.stop();
    await closeOperatorSocket?.();
    // Uploads on their way still reach the database; live updates never end by themselves.
    await Promise.all([quiet, services.runner.stop()]);
    await services.close();
    process.exit(0);
  };
  // Set before a request is answered: from its first answer on, a server that is told to stop ends in order.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, stop);
  process.on('disconnect', stop); // the launcher is gone

  // With a database server the operator's commands work on the database themselves.
  if (!config.databaseUrl)
    closeOperatorSocket = await listenForOperator(config.dataDir, {
      ...services.ctx,
      installation: services.installation,
      address: addressOf({ ...config, port: (server.address() as AddressInfo).port }),
    });
  const does = {
    all: 'is',
    web: 'answers, and does no work in the background,',
    worker: 'works in the background',
  };
  const places = [`its data in ${config.dataDir}`];
  if (config.storage.s3) places.push(`its photos in ${describeStorage(config.storage)}`);
  console.log(`Clublens ${does[config.role]} at http://${config.host}:${config.port}, ${places.join(', ')}`);
  void services.engine.ready.then(
    (engine) => {
      const missing = services.engine.missing();
      if (missing.length > 0) console.log(missingModelsLine(missing, engine.defaults.detector));
    },
    () => {}, // logged by the engine handle
  );
}

/**
 * Failures that nobody caught are logged and end one request or job at most, never the server of everybody: what was
 * accepted is in the database, and jobs count their attempts when they are claimed.
 */
function keepRunning(log: Logger): void {
  process.on('uncaughtException', (error, origin) => log.error({ err: error, origin }, 'not caught'));
}

/** Jobs, housekeeping, nightly backups and the hot folder. */
async function startWork(config: Config, services: Services, log: Logger): Promise<{ stop(): void }> {
  startJobs(services, log);
  const housekeeping = startHousekeeping(services);
  const backups = await startConfiguredBackups(services, config.backup);
  const inbox = config.inbox && (await startInbox(services, config.inbox));
  return {
    stop: () => {
      housekeeping.stop();
      backups?.stop();
      inbox?.stop();
    },
  };
}

function missingModelsLine(missing: string[], detector: string): string {
  const models = missing.length > 1 ? `the models ${missing.join(', ')}` : `the model ${missing[0]}`;
  return `Faces are found with ${detector}, because ${models} could not be fetched. "npm run models" says why and tries again.`;
}
