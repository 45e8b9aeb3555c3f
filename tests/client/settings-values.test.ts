import { describe, expect, it } from 'vitest';
import type { FaceSettings } from '#client/features/recognition-admin/api/face-settings.ts';
import {
  canTakeMeasured,
  costOf,
  inputOf,
  thresholdWithout,
  valuesOf,
} from '#client/features/recognition-admin/components/settings-values.ts';

describe('face settings', () => {
  const settings: FaceSettings = {
    recognition_model: 'a',
    detector_backend: 'd',
    distance_metric: 'cosine',
    match_threshold: 0.4,
    min_confidence: 0.6,
    min_size_ratio: 0.02,
    effective_match_threshold: 0.4,
    models: ['a', 'b'],
    detectors: ['d'],
    distance_metrics: ['cosine', 'euclidean'],
    metrics_by_model: { a: ['cosine', 'euclidean'], b: ['cosine'] },
    default_thresholds: { a: { cosine: 0.3, euclidean: 0.9 }, b: { cosine: 0.2 } },
  };
  const values = valuesOf(settings, String);

  it('leave out empty fields', () => {
    expect(inputOf({ ...values, match_threshold: '', min_confidence: '' })).toEqual({
      recognition_model: 'a',
      detector_backend: 'd',
      distance_metric: 'cosine',
      min_size_ratio: 0.02,
    });
  });

  it('go back to the measured threshold when that is asked for', () => {
    const asked = { ...values, match_threshold: '', measured: true };
    expect(inputOf(asked)).toMatchObject({ match_threshold: null });
    expect(thresholdWithout(asked, settings)).toBe(0.3);
    expect(canTakeMeasured(values, settings)).toBe(true);
    expect(canTakeMeasured(asked, settings)).toBe(false);
    expect(canTakeMeasured(values, { ...settings, match_threshold: null })).toBe(false);
  });

  it('know what an empty threshold means: what is in force, or the measured one of another comparison', () => {
    expect(thresholdWithout({ ...values, match_threshold: '' }, settings)).toBe(0.4);
    expect(thresholdWithout({ ...values, distance_metric: 'euclidean' }, settings)).toBe(0.9);
  });

  it('say beforehand what saving costs', () => {
    expect(costOf(values, settings)).toBe('none');
    expect(costOf({ ...values, min_confidence: '' }, settings)).toBe('none');
    expect(costOf({ ...values, match_threshold: '0.5' }, settings)).toBe('groups');
    expect(costOf({ ...values, match_threshold: '' }, settings)).toBe('none');
    expect(costOf({ ...values, match_threshold: '', measured: true }, settings)).toBe('groups');
    expect(costOf({ ...values, distance_metric: 'euclidean' }, settings)).toBe('groups');
    expect(costOf({ ...values, recognition_model: 'b' }, settings)).toBe('analyses');
    expect(costOf({ ...values, min_size_ratio: '0.03' }, settings)).toBe('analyses');
  });
});
