import type { FaceSettings } from '../api/face-settings.ts';
import { asTyped, ratioOf } from './ratio.ts';

export interface SettingsValues {
  recognition_model: string;
  detector_backend: string;
  distance_metric: string;
  match_threshold: string;
  min_confidence: string;
  min_size_ratio: string;
}

export function valuesOf(settings: FaceSettings, number: (value: number) => string): SettingsValues {
  const { match_threshold } = settings;
  return {
    recognition_model: settings.recognition_model,
    detector_backend: settings.detector_backend,
    distance_metric: settings.distance_metric,
    match_threshold: match_threshold === null ? '' : asTyped(match_threshold, number),
    min_confidence: asTyped(settings.min_confidence, number),
    min_size_ratio: asTyped(settings.min_size_ratio, number),
  };
}

/** Empty fields are left out; an emptied threshold goes back to the measured one. */
export function inputOf(values: SettingsValues, settings: FaceSettings) {
  const match_threshold = ratioOf(values.match_threshold);
  const min_confidence = ratioOf(values.min_confidence);
  const min_size_ratio = ratioOf(values.min_size_ratio);
  return {
    recognition_model: values.recognition_model,
    detector_backend: values.detector_backend,
    distance_metric: values.distance_metric,
    ...(match_threshold !== undefined && { match_threshold }),
    ...(match_threshold === undefined && settings.match_threshold !== null && { match_threshold: null }),
    ...(min_confidence !== undefined && { min_confidence }),
    ...(min_size_ratio !== undefined && { min_size_ratio }),
  };
}

/** The threshold measured for a model and a distance; what an empty field means. */
export function calibrated(settings: FaceSettings, model: string, metric: string): number | undefined {
  return settings.default_thresholds[model]?.[metric];
}

/** How much work saving would cause: none, grouping anew, or looking at every photo again. */
export function costOf(values: SettingsValues, settings: FaceSettings): 'none' | 'groups' | 'analyses' {
  const changed = (typed: string, saved: number) => (ratioOf(typed) ?? saved) !== saved;
  if (
    values.recognition_model !== settings.recognition_model ||
    values.detector_backend !== settings.detector_backend ||
    changed(values.min_confidence, settings.min_confidence) ||
    changed(values.min_size_ratio, settings.min_size_ratio)
  )
    return 'analyses';
  const threshold =
    ratioOf(values.match_threshold) ?? calibrated(settings, values.recognition_model, values.distance_metric);
  return values.distance_metric !== settings.distance_metric ||
    threshold !== settings.effective_match_threshold
    ? 'groups'
    : 'none';
}
