import { expect, test } from 'vitest';
import { readManifest } from '#ml/models/model-manifest.ts';
import { samePersonThresholds } from '#ml/parameters/same-person-thresholds.ts';

test('thresholds stand for every recogniser of the manifest, and for no other model', async () => {
  const { models } = await readManifest();
  const recognisers = models.filter(({ role }) => role === 'recogniser');
  expect(Object.keys(samePersonThresholds).sort()).toEqual(recognisers.map(({ id }) => id).sort());
  for (const { id, thresholds, strangers } of recognisers)
    expect({ thresholds, strangers }).toEqual({ strangers: undefined, ...samePersonThresholds[id] });
});
