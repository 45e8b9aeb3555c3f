import { expect, test } from 'vitest';
import { previewSettingsInput, updateFaceSettingsInput } from '#server/contract/schemas/face-settings.ts';

test('the threshold of a preview may come as text, as in the query of an address', () => {
  const preview = (match_threshold: unknown) =>
    previewSettingsInput.safeParse({ gallery_id: 'g', match_threshold }).data?.match_threshold;
  expect(['0.5', '0', '1', 0.5, null].map(preview)).toEqual([0.5, 0, 1, 0.5, null]);
  for (const bad of ['', 'abc', '1.5', '-1', '1e-3', ' 1', 2, Number.NaN])
    expect(preview(bad)).toBe(undefined);
});

test('a number that is smaller than the database can hold is 0', () => {
  expect(updateFaceSettingsInput.parse({ min_confidence: 1e-320 })).toMatchObject({ min_confidence: 0 });
  expect(updateFaceSettingsInput.parse({ min_confidence: 0.123_456_78 })).toMatchObject({
    min_confidence: 0.123457,
  });
});
