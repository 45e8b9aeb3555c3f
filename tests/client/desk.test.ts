import { describe, expect, it, test } from 'vitest';
import type { FaceSettings } from '#client/features/console/api/face-settings.ts';
import { asTyped, isRatio, ratioOf, stepped } from '#client/features/console/components/ratio.ts';
import {
  canTakeMeasured,
  costOf,
  inputOf,
  thresholdWithout,
  valuesOf,
} from '#client/features/console/components/settings-values.ts';
import { changesOf } from '#client/features/users/components/changes-of.ts';
import { pagesAround } from '#client/features/users/components/pages-around.ts';

test('at most five page numbers stand around the current one', () => {
  expect(pagesAround(1, 3)).toEqual([1, 2, 3]);
  expect(pagesAround(1, 9)).toEqual([1, 2, 3, 4, 5]);
  expect(pagesAround(5, 9)).toEqual([3, 4, 5, 6, 7]);
  expect(pagesAround(9, 9)).toEqual([5, 6, 7, 8, 9]);
});

test('an account sends what was changed, never an emptied text', () => {
  const user = { username: 'a', email: 'a@b.c', first_name: 'A', last_name: 'B', is_active: true };
  expect(changesOf(user, user)).toEqual({});
  expect(changesOf(user, { ...user, first_name: '', email: ' a@b.d ' })).toEqual({ email: 'a@b.d' });
  expect(changesOf(user, { ...user, is_active: false })).toEqual({ is_active: false });
});

describe('a number from 0 to 1', () => {
  it('is typed with a comma or a point', () => {
    expect(ratioOf('0,5')).toBe(0.5);
    expect(ratioOf(' .25 ')).toBe(0.25);
    expect(ratioOf('')).toBeUndefined();
    for (const wrong of ['abc', '1.1', '-0.1', '0.5x', '1e-3', '0,5,5']) expect(isRatio(wrong)).toBe(false);
  });

  it('steps by a hundredth and stays inside', () => {
    expect(stepped(0.29, 1)).toBe(0.3);
    expect(stepped(0.005, -1)).toBe(0);
    expect(stepped(1, 1)).toBe(1);
  });

  it('keeps every digit in any language', () => {
    expect(asTyped(0.4567, (value) => String(value).replace('.', ','))).toBe('0,4567');
  });
});

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
