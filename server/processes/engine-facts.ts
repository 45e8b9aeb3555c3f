import type { EngineHandle } from '#server/face-engine/face-engine-handle.ts';
import type { EngineFacts } from './processes.repository.ts';

/** What the engine of this process offers, to be reported to processes without one. Null while it is not ready. */
export function engineFactsOf({ info, state }: Pick<EngineHandle, 'info' | 'state'>): EngineFacts | null {
  if (state() !== 'ready') return null;
  const { detectors, models, metricsByModel, thresholds, calibrations, defaults, provider } = info;
  const pipelineVersions = Object.fromEntries(
    detectors.map((detector) => [
      detector,
      Object.fromEntries(models.map((model) => [model, info.pipelineVersion(detector, model)])),
    ]),
  );
  return {
    detectors,
    models,
    metricsByModel,
    thresholds,
    calibrations,
    defaults,
    reserved: info.modelsWithLicenceToAccept,
    provider,
    pipelineVersions,
  };
}
