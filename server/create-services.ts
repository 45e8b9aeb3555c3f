import { dirname } from 'node:path';
import { cutOutFace, type FaceEngine } from '#ml/index.ts';
import type { AppContext } from './app-context.ts';
import { createBackupMaker } from './backup/back-up-now.ts';
import { endAbandonedBackupRuns } from './backup/backup-runs.repository.ts';
import { notifyBackupFailed } from './backup/notify-backup-failed.ts';
import { type Installation, installationOf } from './backup/run-backup.ts';
import { systemClock } from './clock.ts';
import type { Config } from './config/config.ts';
import { AppError } from './contract/app-error.ts';
import { lifetimes } from './contract/lifetimes.ts';
import { type Database, openDatabase, pastPooler } from './db/database.ts';
import { migrateDatabase } from './db/migrate.ts';
import { clustering } from './face-engine/clustering-adapter.ts';
import type { EngineHandle } from './face-engine/face-engine-handle.ts';
import { obtainerOfAcceptedModels } from './face-engine/obtain-accepted-models.ts';
import { type Recognition, startRecognition } from './face-engine/start-recognition.ts';
import { createPasswordHasher } from './features/accounts/auth/password-hasher.ts';
import { createTokenSigner } from './features/accounts/auth/token-signer.ts';
import { relyingPartyAt } from './features/accounts/passkeys/relying-party.ts';
import { createMailTransport } from './features/administration/mail/sending/mail-transport.ts';
import { browserServices } from './features/administration/web-push/sending/push-reach.ts';
import { createPushTransport } from './features/administration/web-push/sending/push-transport.ts';
import { countAnnouncedBytes } from './features/galleries/photos/resumable-uploads.repository.ts';
import { createProvider } from './features/people/oidc/provider.ts';
import { countInDatabase, countInMemory } from './features/platform/rate-limits/rate-limit-store.ts';
import { createRateLimits } from './features/platform/rate-limits/rate-limits.ts';
import { endings } from './features-that-end.ts';
import { createJobQueue } from './jobs/queue.ts';
import { createJobHandlers, jobConcurrency, recognitionJobs } from './jobs/registry.ts';
import { JobRunner } from './jobs/runner.ts';
import { MemoryBus } from './live/bus.ts';
import { relayThroughPostgres } from './live/postgres-relay.ts';
import type { Logger } from './logger.ts';
import { createMetrics, type ServerMetrics } from './metrics.ts';
import { answerAnalysisRequests } from './processes/answer-analysis-requests.ts';
import { engineFactsOf } from './processes/engine-facts.ts';
import { engineOfWorkers } from './processes/engine-of-workers.ts';
import { joinProcesses } from './processes/join-processes.ts';
import { type Leadership, soleLeadership } from './processes/leadership.ts';
import { requestWorkerAnalysis } from './processes/request-worker-analysis.ts';
import { memoriesOf } from './remember-until-written.ts';
import type { FileRouteDependencies } from './rest/file-route-dependencies.ts';
import { sharedUploadLocker } from './rest/uploads/shared-upload-locker.ts';
import { DiskRoom } from './storage/disk-room.ts';
import { openStore } from './storage/open-store.ts';

/** The services of a running server, put together only here, and how to close them. */
export type Services = {
  ctx: AppContext;
  database: Database;
  engine: EngineHandle;
  files: FileRouteDependencies;
  /** Never started where this process only answers requests. */
  runner: JobRunner;
  leadership: Leadership;
  metrics: ServerMetrics;
  /** What a backup is made of. */
  installation: Installation;
  close(): Promise<void>;
};

const programFolder = dirname(import.meta.dirname);

async function migratePastPooler(config: Config, log: Logger): Promise<void> {
  const direct = await openDatabase(pastPooler(config), log);
  try {
    await migrateDatabase(direct, log);
  } finally {
    await direct.close();
  }
}

/** @param opening the database that the settings name; closed with the services, as recognition is */
export async function createServices(
  config: Config,
  log: Logger,
  opening: Database | Promise<Database>,
  { imaging, engine: loading }: Recognition = startRecognition(config, log),
): Promise<Services> {
  const works = loading !== undefined;
  const database = await opening;
  if (config.databaseDirectUrl === undefined) await migrateDatabase(database, log);
  else await migratePastPooler(config, log);
  if (database.kind === 'embedded') await endAbandonedBackupRuns(database.db);
  const workers = engineOfWorkers(database.db);
  const remote = loading ? undefined : workers;
  const engine = loading ?? workers;
  const store = await openStore(
    config.storage,
    new DiskRoom(config.storage.folder, {
      announced: () => countAnnouncedBytes(database.db, systemClock.now()),
    }),
  );
  const bus = new MemoryBus();
  const { databaseUrl } = pastPooler(config);
  const relay = databaseUrl ? relayThroughPostgres(databaseUrl, bus, log) : undefined;
  const { dataDir, backup } = config;
  const installation = installationOf(config, database, log);
  const metrics = createMetrics({ database, dataDir, backupDir: backup.dir });
  const jobs = createJobQueue(works ? () => runner.wake() : undefined);
  const ctx: AppContext = {
    db: database.db,
    databaseKind: database.kind,
    ...memoriesOf(database.writes),
    role: config.role,
    log,
    clock: systemClock,
    bus,
    jobs,
    // One process counts in its memory.
    rateLimits: createRateLimits(
      database.kind === 'server' ? countInDatabase(database.db, config.jwtSecret) : countInMemory,
    ),
    endings,
    passwords: createPasswordHasher(),
    tokens: createTokenSigner(config.jwtSecret),
    engine: engine.info,
    clustering,
    publicUrl: config.publicUrl,
    searchesPublicGalleries: config.searchesPublicGalleries,
    relyingParty: relyingPartyAt(config.publicUrl, config.formerPublicUrl),
    forwarding: { problem: null },
    provider: config.provider ? createProvider(config.provider, log) : null,
    push: { reach: browserServices, contact: config.pushContact },
    mail: config.mail ? { from: config.mail.from, publicUrl: config.mail.publicUrl } : null,
    backup: config.backup,
    backupMaker: createBackupMaker(
      installation,
      config.backup,
      [dataDir, config.storage.folder, ...(config.inbox ? [config.inbox.dir] : []), programFolder],
      () => notifyBackupFailed(ctx),
    ),
    startedAt: new Date(),
  };
  const maxPixels = config.upload.maxPixels;
  const faceEngine: Pick<FaceEngine, 'analyse'> = {
    analyse: async (request, signal) => {
      const analysis = await (await engine.ready).analyse(request, signal);
      metrics.analysed({ ...analysis.timings });
      return analysis;
    },
  };
  // While models are loading, a picture that somebody waits for is refused and not kept waiting.
  const faces = {
    analyse: async (...request: Parameters<FaceEngine['analyse']>) => {
      if (remote) return requestWorkerAnalysis(ctx, request[0]);
      if (engine.state() !== 'ready') throw new AppError('dependency_away');
      return faceEngine.analyse(...request);
    },
    crop: cutOutFace,
  };
  const runner: JobRunner = new JobRunner({
    db: database.db,
    log,
    onEnded: metrics.jobEnded,
    singleProcess: database.kind === 'embedded',
    pausedKinds: recognitionJobs, // start-jobs.ts resumes them when the engine is ready
    handlers: createJobHandlers({
      ...ctx,
      store,
      imaging,
      maxPixels,
      faceEngine,
      mailTransport: config.mail ? createMailTransport(config.mail) : null,
      pushTransport:
        ctx.push.contact === null
          ? null
          : createPushTransport(ctx.push.reach, ctx.tokens.pushKeys, ctx.push.contact),
    }),
    concurrency: jobConcurrency(config.faceWorkers),
  });
  // Files of uploads that a crash interrupted. Beside other servers, only those that no upload can still be writing.
  await store.sweepTemporary(database.kind === 'embedded' ? 0 : lifetimes.temporaryFileMs);
  const askedAnalyses =
    works && database.kind === 'server'
      ? engine.ready.then(
          () => answerAnalysisRequests({ ctx, store, faceEngine }),
          () => undefined,
        )
      : undefined;
  const obtainAccepted = works ? obtainerOfAcceptedModels(database.db, engine, log) : undefined;
  void engine.ready.then(obtainAccepted, () => undefined);
  const presence =
    database.kind === 'server'
      ? await joinProcesses({
          db: database.db,
          config,
          log,
          engineFacts: () => (works ? engineFactsOf(engine) : null),
          onBeat: async () => {
            await remote?.refresh();
            obtainAccepted?.();
          },
        })
      : undefined;
  return {
    ctx,
    database,
    engine,
    leadership: presence ?? soleLeadership,
    files: {
      store,
      imaging,
      maxPixels,
      maxBytes: config.upload.maxBytes,
      faces,
      ...(database.kind === 'server' && { uploadLocker: sharedUploadLocker(ctx) }),
    },
    runner,
    metrics,
    installation,
    close: async () => {
      await runner.stop();
      if (engine.state() === 'ready') await (await askedAnalyses)?.stop();
      await presence
        ?.stop()
        .catch((error: unknown) => log.warn({ err: error }, 'the end of this process was not noted'));
      await Promise.all([engine.close(), imaging.close(), relay?.close()]);
      await database.close();
    },
  };
}
