import { FaceEngineError } from './errors.ts';
import { pipelineVersion } from './pipeline/version.ts';
import { WorkerPool } from './pool/pool.ts';
import { type ModelEntry, readManifest } from './sessions/manifest.ts';
import { readModelFile } from './sessions/model-file.ts';
import type { FaceEngine, FaceEngineOptions, Metric } from './types.ts';

/** Entries whose files are present with the right hash, best first. */
async function presentModels(modelsDir: string, log: FaceEngineOptions['log']): Promise<ModelEntry[]> {
  const { models } = await readManifest();
  const present: ModelEntry[] = [];
  for (const entry of models) {
    const { fault } = await readModelFile(entry, modelsDir);
    if (!fault) present.push(entry);
    else if (fault !== 'absent') log?.('warn', `model ${entry.id} is left out`, { fault });
  }
  return present.toSorted((a, b) => a.rank - b.rank);
}

/** Nets a detector needs beside itself. */
const companions = (detector: string): string[] => (detector === 'ssd_mobilenetv1' ? ['landmark68'] : []);

/**
 * Starts the workers and resolves when all have warmed up. Rejects with FaceEngineError `model_missing` where no
 * detector or no recogniser is present (run `ensureModels` first), `engine_failed` where a worker cannot start.
 */
export async function createFaceEngine(options: FaceEngineOptions): Promise<FaceEngine> {
  const { modelsDir, log } = options;
  const present = await presentModels(modelsDir, log);
  const has = (id: string) => present.some((model) => model.id === id);
  const detectors = present.filter((m) => m.role === 'detector' && companions(m.id).every(has));
  const recognisers = present.filter((m) => m.role === 'recogniser');
  const [detector] = detectors;
  const [recogniser] = recognisers;
  if (!detector || !recogniser)
    throw new FaceEngineError('model_missing', 'no detector or no recogniser is present: run npm run models');
  const metricsOf = (model: ModelEntry) => Object.keys(model.thresholds ?? {}) as Metric[];
  const pool = await WorkerPool.start({
    setup: {
      modelsDir,
      executionProvider: options.executionProvider ?? 'cpu',
      warm: { detector: detector.id, recogniser: recogniser.id },
    },
    workers: options.workers,
    log,
  });
  const requireEntry = (from: ModelEntry[], id: string) => {
    const found = from.find((model) => model.id === id);
    if (!found) throw new RangeError(`model ${id} is not present`);
    return found;
  };
  return {
    available: {
      detectors: detectors.map((model) => model.id),
      recognisers: recognisers.map((model) => model.id),
      metrics: Object.fromEntries(recognisers.map((model) => [model.id, metricsOf(model)])),
    },
    defaults: { detector: detector.id, recogniser: recogniser.id, metric: metricsOf(recogniser)[0]! },
    defaultThreshold(id, metric) {
      const threshold = requireEntry(recognisers, id).thresholds?.[metric];
      if (threshold === undefined) throw new RangeError(`${id} has no threshold for ${metric}`);
      return threshold;
    },
    pipelineVersion(detectorId, recogniserId) {
      const found = requireEntry(detectors, detectorId);
      const beside = present.filter((model) => companions(found.id).includes(model.id));
      return pipelineVersion([found, ...beside, requireEntry(recognisers, recogniserId)]);
    },
    analyse: (request, signal) => pool.run(request, signal),
    stats: () => pool.stats(),
    close: () => pool.close(),
  };
}
