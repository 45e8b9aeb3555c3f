import { join } from 'node:path';
import { createImaging, type FaceEngine } from '#ml/index.ts';
import { systemClock } from './clock.ts';
import type { Config } from './config/config.ts';
import { type Database, openDatabase } from './db/database.ts';
import { migrateDatabase } from './db/migrate.ts';
import { type EngineHandle, startEngine } from './engine-handle.ts';
import { createAttempts } from './features/auth/attempts.ts';
import { createPasswordHasher } from './features/auth/password-hasher.ts';
import { createTokenSigner } from './features/auth/token-signer.ts';
import { analysePhoto } from './jobs/definitions/analyse-photo.ts';
import { clusterGallery } from './jobs/definitions/cluster-gallery.ts';
import { regenerateRenditions } from './jobs/definitions/regenerate-renditions.ts';
import { removeFiles } from './jobs/definitions/remove-files.ts';
import { grouping } from './jobs/grouping.ts';
import { createJobQueue } from './jobs/queue.ts';
import { recognitionJobs } from './jobs/registry.ts';
import { JobRunner } from './jobs/runner.ts';
import { MemoryBus } from './live/bus.ts';
import { relayThroughPostgres } from './live/postgres-relay.ts';
import type { Logger } from './logger.ts';
import type { AppContext } from './needs.ts';
import type { FileParts } from './rest/files.ts';
import { DiskStore } from './storage/disk-store.ts';

/** The running server's parts and how to let go of them. The only place that puts them together. */
export type ServerParts = {
  ctx: AppContext;
  database: Database;
  engine: EngineHandle;
  files: FileParts;
  runner: JobRunner;
  close(): Promise<void>;
};

export async function createServerParts(config: Config, log: Logger): Promise<ServerParts> {
  const database = await openDatabase(config, log);
  await migrateDatabase(database, log);
  const engine = startEngine(config, log);
  const store = await DiskStore.open(join(config.dataDir, 'photos'));
  const imaging = createImaging();
  const bus = new MemoryBus();
  const relay = config.databaseUrl ? relayThroughPostgres(config.databaseUrl, bus, log) : undefined;
  const jobs = createJobQueue(() => runner.wake());
  const ctx: AppContext = {
    db: database.db,
    databaseKind: database.kind,
    log,
    clock: systemClock,
    bus,
    jobs,
    attempts: createAttempts(),
    passwords: createPasswordHasher(),
    tokens: createTokenSigner(config.jwtSecret),
    engine: engine.info,
    grouping,
    startedAt: new Date(),
  };
  const maxPixels = config.upload.maxPixels;
  const faceEngine: Pick<FaceEngine, 'analyse'> = {
    analyse: async (request, signal) => (await engine.ready).analyse(request, signal),
  };
  const runner: JobRunner = new JobRunner({
    db: database.db,
    log,
    alone: database.kind === 'embedded',
    heldBack: recognitionJobs, // main.ts takes them up when the engine is there
    handlers: {
      'analyse-photo': analysePhoto({ ...ctx, store, faceEngine }),
      'cluster-gallery': clusterGallery(ctx),
      'regenerate-renditions': regenerateRenditions({ ...ctx, store, imaging, maxPixels }),
      'remove-files': removeFiles({ store }),
    },
    concurrency: {
      // One more than there are workers, so that the next photo waits at the engine's door.
      'analyse-photo': config.faceWorkers + 1,
      'cluster-gallery': 1,
      'regenerate-renditions': 1,
      'remove-files': 1,
    },
  });
  // What an upload left that was killed on its way; alone in the folder, everything there is such.
  await store.sweepTemporary(database.kind === 'embedded' ? 0 : 60 * 60 * 1000);
  return {
    ctx,
    database,
    engine,
    files: { store, imaging, maxPixels, maxBytes: config.upload.maxBytes },
    runner,
    close: async () => {
      await runner.stop();
      await Promise.all([engine.close(), imaging.close(), relay?.close()]);
      await database.close();
    },
  };
}
