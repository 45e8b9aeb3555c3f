import { analyseRenditionAndCrops } from './analyse-rendition-and-crops.ts';
import { startPool } from './analysis-pool/start-pool.ts';
import { FaceEngineError } from './errors.ts';
import { readModelFile } from './models/model-file.ts';
import { type ModelEntry, readManifest } from './models/model-manifest.ts';
import { pipelineVersion } from './pipeline/version.ts';
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

/** What is present, by role, and what of it is the default. */
async function surveyModels(modelsDir: string, log: FaceEngineOptions['log']) {
  const present = await presentModels(modelsDir, log);
  // Every detector needs the landmark net: some for their points, all for tilted heads.
  const landmarks = present.find((model) => model.role === 'landmarks');
  const detectors = landmarks ? present.filter((model) => model.role === 'detector') : [];
  const recognisers = present.filter((model) => model.role === 'recogniser');
  const [detector] = detectors;
  // A model whose licence has to be accepted is never chosen by itself.
  const recogniser = recognisers.find((model) => !model.consent);
  if (!detector || !recogniser || !landmarks)
    throw new FaceEngineError(
      'model_missing',
      'no detector, landmark net or recogniser is present: run npm run models',
    );
  return { landmarks, detectors, recognisers, detector, recogniser };
}

const metricsOf = (model: ModelEntry) => Object.keys(model.thresholds ?? {}) as Metric[];

function requireEntry(from: ModelEntry[], id: string): ModelEntry {
  const found = from.find((model) => model.id === id);
  if (!found) throw new RangeError(`model ${id} is not present`);
  return found;
}

/**
 * Starts a worker and resolves when it has warmed up; the others start when there is work. Rejects with FaceEngineError `model_missing` where no
 * detector or no recogniser is present (run `ensureModels` first), `engine_failed` where a worker cannot start.
 */
export async function createFaceEngine(options: FaceEngineOptions): Promise<FaceEngine> {
  const { modelsDir, log } = options;
  let models = await surveyModels(modelsDir, log);
  const restricted = (await readManifest()).models.filter(({ consent }) => consent);
  const { pool, provider } = await startPool(options, {
    detector: models.detector.id,
    recogniser: models.recogniser.id,
  });
  return {
    provider,
    get available() {
      const { detectors, recognisers } = models;
      return {
        detectors: detectors.map((model) => model.id),
        recognisers: recognisers.map((model) => model.id),
        metrics: Object.fromEntries(recognisers.map((model) => [model.id, metricsOf(model)])),
      };
    },
    get defaults() {
      const { detector, recogniser } = models;
      return { detector: detector.id, recogniser: recogniser.id, metric: metricsOf(recogniser)[0]! };
    },
    modelsWithLicenceToAccept: restricted.map(({ id, licence }) => ({ id, licence })),
    async refresh() {
      models = await surveyModels(modelsDir, log);
    },
    defaultThreshold(id, metric) {
      const threshold = requireEntry(models.recognisers, id).thresholds?.[metric];
      if (threshold === undefined) throw new RangeError(`${id} has no threshold for ${metric}`);
      return threshold;
    },
    calibration(id) {
      const { thresholds, strangers } = requireEntry(models.recognisers, id);
      return strangers && thresholds?.cosine !== undefined
        ? { threshold: thresholds.cosine, strangers }
        : undefined;
    },
    pipelineVersion(detectorId, recogniserId) {
      const found = requireEntry(models.detectors, detectorId);
      return pipelineVersion([found, models.landmarks, requireEntry(models.recognisers, recogniserId)]);
    },
    analyse: (request, signal) => analyseRenditionAndCrops(pool, request, signal),
    stats: () => pool.stats(),
    close: () => pool.close(),
  };
}
