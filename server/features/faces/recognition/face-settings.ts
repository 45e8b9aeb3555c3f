import type { Kysely, Transaction } from 'kysely';
import type { z } from 'zod';
import type { FaceEngineInfo, Needs } from '#server/app-context.ts';
import { AppError } from '#server/contract/app-error.ts';
import type { faceSettings, updateFaceSettingsInput } from '#server/contract/schemas/face-settings.ts';
import { definedFields } from '#server/db/defined-fields.ts';
import { requireAsSeen } from '#server/db/require-as-seen.ts';
import type { DB } from '#server/db/tables.ts';
import { fromTo, recordAudit } from '#server/features/platform/audit/record-audit.ts';
import type { SignedIn } from '#server/trpc/request-context.ts';
import { listAcceptedModels } from './accepted-models.ts';

export type FaceSettings = z.output<typeof faceSettings>;

/** The settings in force: what was saved, the best that is present where nothing was, thresholds resolved. */
export async function getFaceSettings(
  db: Kysely<DB> | Transaction<DB>,
  engine: FaceEngineInfo,
): Promise<FaceSettings> {
  const row = await db.selectFrom('face_setting').selectAll().executeTakeFirst();
  const accepted = await listAcceptedModels(db);
  const reserved_models = engine.modelsWithLicenceToAccept.map(
    ({ id, licence, accepted: acceptedByOperator }) => ({
      id,
      licence,
      accepted: acceptedByOperator || accepted.includes(id),
      present: engine.models.includes(id),
    }),
  );
  const models = engine.models.filter(
    (model) => reserved_models.find(({ id }) => id === model)?.accepted ?? true,
  );
  const recognition_model = present(row?.recognition_model, models, engine.defaults.model);
  const detector_backend = present(row?.detector_backend, engine.detectors, engine.defaults.detector);
  const metrics = engine.metricsByModel[recognition_model] ?? [];
  const distance_metric = present(row?.distance_metric, metrics, defaultMetric(engine, recognition_model));
  // Another recogniser may be in force than the one the threshold was set for: a better one was obtained.
  const match_threshold =
    row?.match_threshold_for === thresholdKey(recognition_model, distance_metric)
      ? row.match_threshold
      : null;
  return {
    recognition_model,
    detector_backend,
    distance_metric,
    match_threshold,
    min_confidence: row?.min_confidence ?? engine.defaults.minConfidence,
    min_size_ratio: row?.min_size_ratio ?? engine.defaults.minSizeRatio,
    effective_match_threshold: match_threshold ?? thresholdOf(engine, recognition_model, distance_metric),
    models,
    detectors: engine.detectors,
    distance_metrics: metrics,
    metrics_by_model: engine.metricsByModel,
    default_thresholds: engine.thresholds,
    reserved_models,
    provider: { name: engine.provider.name, refused: engine.provider.refused?.name ?? null },
  };
}

/** What a threshold says something about. */
const thresholdKey = (model: string, metric: string): string => `${model} ${metric}`;

function defaultMetric({ metricsByModel, defaults }: FaceEngineInfo, model: string): string {
  const metrics = metricsByModel[model] ?? [];
  return metrics.includes(defaults.metric) ? defaults.metric : (metrics[0] ?? '');
}

const modelChoices = ['recognition_model', 'detector_backend', 'distance_metric'] as const;
const isModelChoice = (field: string): field is (typeof modelChoices)[number] =>
  modelChoices.some((choice) => choice === field);

const present = (saved: string | null | undefined, available: string[], fallback: string): string =>
  saved && available.includes(saved) ? saved : fallback;
export const thresholdOf = (engine: FaceEngineInfo, model: string, metric: string): number => {
  const threshold = engine.thresholds[model]?.[metric];
  if (threshold === undefined)
    throw new AppError('setting_unknown_metric', {
      fields: [{ field: 'distance_metric', msg: 'Not available for the model' }],
    });
  return threshold;
};

/** Raised by hand when clustering itself changes, so that all galleries are clustered again. */
const CLUSTERING_REVISION = 6;

/** What a gallery was clustered with. Stored with it: with another stamp it is clustered from the beginning. */
export const clusteringStamp = (settings: FaceSettings): string =>
  [
    settings.recognition_model,
    settings.distance_metric,
    settings.effective_match_threshold,
    CLUSTERING_REVISION,
  ].join(' ');

/** What the engine is asked for under these settings. */
export const analysisSettings = (settings: FaceSettings) => ({
  detector: settings.detector_backend,
  recogniser: settings.recognition_model,
  minConfidence: settings.min_confidence,
  minSizeRatio: settings.min_size_ratio,
});

/** What an analysis was made with. Stored with its result: with another stamp the photo is analysed again. */
export const analysisStamp = (
  settings: FaceSettings,
  engine: Pick<FaceEngineInfo, 'pipelineVersion'>,
): string =>
  [
    engine.pipelineVersion(settings.detector_backend, settings.recognition_model),
    settings.min_confidence,
    settings.min_size_ratio,
  ].join(' ');

/** That of today's settings; undefined before the models are there. */
export async function findAnalysisStamp({ db, engine }: Needs<'db' | 'engine'>): Promise<string | undefined> {
  try {
    return analysisStamp(await getFaceSettings(db, engine), engine);
  } catch (error) {
    if (error instanceof AppError && error.code === 'dependency_away') return undefined;
    throw error;
  }
}

type Dependencies = Needs<'db' | 'jobs' | 'bus' | 'engine' | 'clock'> & { viewer: SignedIn };

/**
 * Saves the sent settings. What follows happens in the background: other models or limits analyse all photos
 * again, another metric or threshold groups all galleries again. Names and decisions stay in any case.
 */
export async function updateFaceSettings(
  ctx: Dependencies,
  { seen, ...input }: z.output<typeof updateFaceSettingsInput>,
): Promise<FaceSettings> {
  const before = await getFaceSettings(ctx.db, ctx.engine);
  requireKnown(before, input);
  return ctx.db.transaction().execute(async (trx) => {
    const changes = definedFields(input);
    const saved = await trx.selectFrom('face_setting').selectAll().forUpdate().executeTakeFirst();
    await requireAsSeen(seen, changes, async () => ({ ...(await getFaceSettings(trx, ctx.engine)) }));
    // The console sends all fields. A choice that was not made stays open, so that a better model is used once it is here.
    const chosen = Object.fromEntries(
      Object.entries(changes).filter(
        ([field, value]) => !(isModelChoice(field) && !saved?.[field] && value === before[field]),
      ),
    );
    // Another model has other metrics and thresholds: what was not sent falls back to its calibrated ones.
    const modelChanged =
      input.recognition_model !== undefined && input.recognition_model !== before.recognition_model;
    const metricChanged =
      input.distance_metric !== undefined && input.distance_metric !== before.distance_metric;
    const reset = {
      ...(modelChanged && input.distance_metric === undefined ? { distance_metric: null } : {}),
      ...((modelChanged || metricChanged) && input.match_threshold === undefined
        ? { match_threshold: null }
        : {}),
    };
    const model = input.recognition_model ?? before.recognition_model;
    const metric =
      input.distance_metric ?? (modelChanged ? defaultMetric(ctx.engine, model) : before.distance_metric);
    const values = {
      ...chosen,
      ...reset,
      ...(input.match_threshold === undefined ? {} : { match_threshold_for: thresholdKey(model, metric) }),
      updated_at: ctx.clock.now(),
    };
    await trx
      .insertInto('face_setting')
      .values({ min_confidence: before.min_confidence, min_size_ratio: before.min_size_ratio, ...values })
      .onConflict((conflict) => conflict.column('id').doUpdateSet(values))
      .execute();
    await recordAudit(trx, ctx.viewer, {
      action: 'faceSettings.update',
      target: { kind: 'settings', id: null, name: 'face recognition' },
      params: fromTo<Record<string, unknown>>(before, changes),
    });
    const after = await getFaceSettings(trx, ctx.engine);
    // Photos analysed in another way are stale now; see reanalyse-stale.ts, which takes them gallery by gallery.
    if (
      analysisStamp(after, ctx.engine) === analysisStamp(before, ctx.engine) &&
      clusteringStamp(after) !== clusteringStamp(before)
    ) {
      const galleries = await trx.selectFrom('gallery').select('id as gallery_id').execute();
      await ctx.jobs.enqueue(trx, 'cluster-gallery', galleries);
    }
    return after;
  });
}

function requireKnown(before: FaceSettings, input: z.output<typeof updateFaceSettingsInput>): void {
  const model = input.recognition_model ?? before.recognition_model;
  if (!before.models.includes(model))
    throw unknown('setting_unknown_model', 'recognition_model', before.models);
  const detector = input.detector_backend ?? before.detector_backend;
  if (!before.detectors.includes(detector))
    throw unknown('setting_unknown_detector', 'detector_backend', before.detectors);
  const metrics = before.metrics_by_model[model] ?? [];
  if (input.distance_metric !== undefined && !metrics.includes(input.distance_metric))
    throw unknown('setting_unknown_metric', 'distance_metric', metrics);
}

const unknown = (
  code: 'setting_unknown_model' | 'setting_unknown_detector' | 'setting_unknown_metric',
  field: string,
  known: string[],
) => new AppError(code, { fields: [{ field, msg: `Must be one of: ${known.join(', ')}` }] });
