import { expect, test } from 'vitest';
import { benchPhoto } from '#ml/scripts/bench/photo-bench.ts';
import { modelsDir, modelsReady, NPM_MODELS } from '../support.ts';

test('one photo is measured with the code of this checkout', async () => {
  await modelsReady(NPM_MODELS);
  const [detector, recogniser] = NPM_MODELS;
  const { msPerPhoto, bound } = await benchPhoto({ modelsDir, detector, recogniser }, 1, 1);
  expect(msPerPhoto.processor).toBeGreaterThan(0);
  expect(msPerPhoto.whole).toBeCloseTo(msPerPhoto.renditions + msPerPhoto.faces, 6);
  expect(bound.ours).toBeGreaterThan(0);
});
