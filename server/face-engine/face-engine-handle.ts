import {
  createFaceEngine,
  defaultFaceLimits,
  describeAttempts,
  ensureModelById,
  ensureModels,
  type FaceEngine,
  type FaceEngineOptions,
  type ModelReport,
} from '#ml/index.ts';
import type { Config } from '#server/config/config.ts';
import { AppError } from '#server/contract/app-error.ts';
import type { FaceEngineInfo } from '../app-context.ts';
import type { Logger } from '../logger.ts';

/**
 * The face engine for the rest of the server. The models load in parallel with the start, so that the site answers at
 * once. Calls before the engine is ready throw `dependency_away` (503); jobs wait for `ready`.
 */
export type EngineHandle = {
  info: FaceEngineInfo;
  ready: Promise<FaceEngine>;
  /** `elsewhere`: worker processes have the engine. */
  state(): 'loading' | 'ready' | 'failed' | 'elsewhere';
  /** Ids of the wanted models that could not be obtained; empty while the engine is loading. */
  missing(): string[];
  close(): Promise<void>;
};

type EngineConfig = Pick<Config, 'models' | 'faceWorkers' | 'faceProvider'>;

/** @param options see FaceEngineOptions */
export function startEngine(
  config: EngineConfig,
  log: Logger,
  options: Pick<FaceEngineOptions, 'yieldsNow' | 'onThread'>,
): EngineHandle {
  let engine: FaceEngine | undefined;
  let state: ReturnType<EngineHandle['state']> = 'loading';
  let missing: string[] = [];
  const ready = load(config, log, options).then(
    (loaded) => {
      state = 'ready';
      engine = loaded.engine;
      missing = loaded.missing;
      return loaded.engine;
    },
    (error: unknown) => {
      state = 'failed';
      log.error({ err: error }, 'face recognition could not start; photos wait until it can');
      throw error;
    },
  );
  ready.catch(() => {}); // logged above; callers of `ready` get the error too
  const loaded = (): FaceEngine => {
    if (!engine) throw new AppError('dependency_away');
    return engine;
  };
  return {
    info: infoOf(loaded, config.models.accepted, async (id) => {
      const { dir, source } = config.models;
      const options = { modelsDir: dir, ...(source ? { source } : {}), accepted: [id], log: logOf(log) };
      const report = await ensureModelById(id, options);
      if (report.state === 'missing') {
        log.warn({ attempts: report.attempts }, `model ${id} could not be obtained`);
        throw new AppError('model_not_obtained');
      }
      await loaded().refresh();
    }),
    ready,
    state: () => state,
    missing: () => missing,
    close: async () => {
      const closed = ready.then((loaded) => loaded.close()).catch(() => {});
      // While models are loading, which may take minutes, closing does not wait for them.
      if (state !== 'loading') await closed;
    },
  };
}

const logOf =
  (log: Logger) =>
  (level: 'info' | 'warn' | 'error', message: string, facts?: Record<string, unknown>): void =>
    log[level](facts ?? {}, message);

async function load(
  config: EngineConfig,
  log: Logger,
  options: Pick<FaceEngineOptions, 'yieldsNow' | 'onThread'>,
): Promise<{ engine: FaceEngine; missing: string[] }> {
  const started = Date.now();
  const { dir, source, accepted } = config.models;
  const reports = await ensureModels({
    modelsDir: dir,
    ...(source ? { source } : {}),
    accepted,
    log: logOf(log),
  });
  const absent = reports.filter((report) => report.state === 'missing' && report.wanted);
  const engine = await createFaceEngine({
    modelsDir: dir,
    workers: config.faceWorkers,
    ...options,
    executionProvider: config.faceProvider,
    log: logOf(log),
  }).catch((error: unknown) => {
    throw withAttempts(error, absent);
  });
  const missing = absent.map(({ id }) => id);
  log.info(
    {
      ms: Date.now() - started,
      ...engine.defaults,
      provider: engine.provider.name,
      workers: config.faceWorkers,
      missing,
    },
    'face recognition is ready',
  );
  return { engine, missing };
}

/** The error of an engine that lacks models, with what was tried to obtain them. */
function withAttempts(error: unknown, absent: ModelReport[]): unknown {
  if (absent.length === 0) return error;
  const tried = absent.map(describeAttempts).join(' | ');
  return new Error(`${error instanceof Error ? error.message : error}. Tried: ${tried}`, { cause: error });
}

/** Getters, so that the answers change when the engine becomes ready. */
function infoOf(
  engine: () => FaceEngine,
  accepted: readonly string[],
  obtain: FaceEngineInfo['obtain'],
): FaceEngineInfo {
  return {
    obtain,
    get provider() {
      return engine().provider;
    },
    get modelsWithLicenceToAccept() {
      return engine().modelsWithLicenceToAccept.map((model) => ({
        ...model,
        accepted: accepted.includes(model.id),
      }));
    },
    get detectors() {
      return engine().available.detectors;
    },
    get models() {
      return engine().available.recognisers;
    },
    get metricsByModel() {
      return engine().available.metrics;
    },
    get thresholds() {
      const { available } = engine();
      return Object.fromEntries(
        Object.entries(available.metrics).map(([model, metrics]) => [
          model,
          Object.fromEntries(metrics.map((metric) => [metric, engine().defaultThreshold(model, metric)])),
        ]),
      );
    },
    get calibrations() {
      const { recognisers } = engine().available;
      return Object.fromEntries(recognisers.map((id) => [id, engine().calibration(id)]));
    },
    get defaults() {
      const { detector, recogniser, metric } = engine().defaults;
      return {
        detector,
        model: recogniser,
        metric,
        minConfidence: defaultFaceLimits.minConfidence.value,
        minSizeRatio: defaultFaceLimits.minSizeRatio.value,
      };
    },
    pipelineVersion: (detector, model) => engine().pipelineVersion(detector, model),
  };
}
