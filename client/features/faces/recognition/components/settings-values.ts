import type { FaceSettings } from '../api/face-settings.ts';
import { formatRatio, parseRatio } from './ratio.ts';

export interface SettingsValues {
  recognition_model: string;
  detector_backend: string;
  distance_metric: string;
  match_threshold: string;
  /** True after "use the measured threshold"; null is sent then. */
  measured: boolean;
  min_confidence: string;
  min_size_ratio: string;
}

export function valuesOf(settings: FaceSettings, number: (value: number) => string): SettingsValues {
  const { match_threshold } = settings;
  return {
    recognition_model: settings.recognition_model,
    detector_backend: settings.detector_backend,
    distance_metric: settings.distance_metric,
    measured: false,
    match_threshold: match_threshold === null ? '' : formatRatio(match_threshold, number),
    min_confidence: formatRatio(settings.min_confidence, number),
    min_size_ratio: formatRatio(settings.min_size_ratio, number),
  };
}

/** Empty fields are left out, so their value stays; only `measured` resets the threshold. */
export function settingsInput(values: SettingsValues) {
  const match_threshold = parseRatio(values.match_threshold);
  const min_confidence = parseRatio(values.min_confidence);
  const min_size_ratio = parseRatio(values.min_size_ratio);
  return {
    recognition_model: values.recognition_model,
    detector_backend: values.detector_backend,
    distance_metric: values.distance_metric,
    ...(match_threshold !== undefined && { match_threshold }),
    ...(match_threshold === undefined && values.measured && { match_threshold: null }),
    ...(min_confidence !== undefined && { min_confidence }),
    ...(min_size_ratio !== undefined && { min_size_ratio }),
  };
}

/** The threshold measured for the chosen model and distance. */
export function measuredThreshold(values: SettingsValues, settings: FaceSettings): number {
  const { recognition_model: model, distance_metric: metric } = values;
  return settings.default_thresholds[model]?.[metric] ?? settings.effective_match_threshold;
}

/** Whether model or distance changed; the old threshold is then meaningless. */
const comparesAnew = (values: SettingsValues, settings: FaceSettings) =>
  values.recognition_model !== settings.recognition_model ||
  values.distance_metric !== settings.distance_metric;

/** The threshold that applies if the field is empty: the current one, or the measured one after a change. */
export function effectiveThreshold(values: SettingsValues, settings: FaceSettings): number {
  return values.measured || comparesAnew(values, settings)
    ? measuredThreshold(values, settings)
    : settings.effective_match_threshold;
}

/** Whether a custom threshold is saved that can be reset to the measured one. */
export function canResetThreshold(values: SettingsValues, settings: FaceSettings): boolean {
  return settings.match_threshold !== null && !values.measured && !comparesAnew(values, settings);
}

/** How much work saving causes: none, clustering again, or analysing every photo again. */
export function saveCost(values: SettingsValues, settings: FaceSettings): 'none' | 'groups' | 'analyses' {
  const changed = (typed: string, saved: number) => (parseRatio(typed) ?? saved) !== saved;
  if (
    values.recognition_model !== settings.recognition_model ||
    values.detector_backend !== settings.detector_backend ||
    changed(values.min_confidence, settings.min_confidence) ||
    changed(values.min_size_ratio, settings.min_size_ratio)
  )
    return 'analyses';
  const threshold = parseRatio(values.match_threshold) ?? effectiveThreshold(values, settings);
  return values.distance_metric !== settings.distance_metric ||
    threshold !== settings.effective_match_threshold
    ? 'groups'
    : 'none';
}
