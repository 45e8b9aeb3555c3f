import { describe, expect, it } from 'vitest';
import type { FaceSettings } from '#client/features/faces/recognition/api/face-settings.ts';
import {
  canResetThreshold,
  effectiveThreshold,
  saveCost,
  settingsInput,
  valuesOf,
} from '#client/features/faces/recognition/components/settings-values.ts';

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
    reserved_models: [],
    provider: { name: 'cpu', refused: null },
    default_thresholds: { a: { cosine: 0.3, euclidean: 0.9 }, b: { cosine: 0.2 } },
  };
  const values = valuesOf(settings, String);

  it('leave out empty fields', () => {
    expect(settingsInput({ ...values, match_threshold: '', min_confidence: '' })).toEqual({
      recognition_model: 'a',
      detector_backend: 'd',
      distance_metric: 'cosine',
      min_size_ratio: 0.02,
    });
  });

  it('go back to the measured threshold when that is asked for', () => {
    const asked = { ...values, match_threshold: '', measured: true };
    expect(settingsInput(asked)).toMatchObject({ match_threshold: null });
    expect(effectiveThreshold(asked, settings)).toBe(0.3);
    expect(canResetThreshold(values, settings)).toBe(true);
    expect(canResetThreshold(asked, settings)).toBe(false);
    expect(canResetThreshold(values, { ...settings, match_threshold: null })).toBe(false);
  });

  it('know what an empty threshold means: what is in force, or the measured one of another comparison', () => {
    expect(effectiveThreshold({ ...values, match_threshold: '' }, settings)).toBe(0.4);
    expect(effectiveThreshold({ ...values, distance_metric: 'euclidean' }, settings)).toBe(0.9);
  });

  it('say beforehand what saving costs', () => {
    expect(saveCost(values, settings)).toBe('none');
    expect(saveCost({ ...values, min_confidence: '' }, settings)).toBe('none');
    expect(saveCost({ ...values, match_threshold: '0.5' }, settings)).toBe('groups');
    expect(saveCost({ ...values, match_threshold: '' }, settings)).toBe('none');
    expect(saveCost({ ...values, match_threshold: '', measured: true }, settings)).toBe('groups');
    expect(saveCost({ ...values, distance_metric: 'euclidean' }, settings)).toBe('groups');
    expect(saveCost({ ...values, recognition_model: 'b' }, settings)).toBe('analyses');
    expect(saveCost({ ...values, min_size_ratio: '0.03' }, settings)).toBe('analyses');
  });
});
