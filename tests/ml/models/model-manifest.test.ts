import { expect, test } from 'vitest';
import { readManifest } from '#ml/models/model-manifest.ts';
import { recogniserThresholds } from '#ml/parameters/recogniser-thresholds.ts';

test('thresholds stand for every recogniser of the manifest, and for no other model', async () => {
  const { models } = await readManifest();
  const recognisers = models.filter(({ role }) => role === 'recogniser');
  expect(Object.keys(recogniserThresholds).sort()).toEqual(recognisers.map(({ id }) => id).sort());
  for (const { id, thresholds, strangers } of recognisers)
    expect({ thresholds, strangers }).toEqual({ strangers: undefined, ...recogniserThresholds[id] });
});
