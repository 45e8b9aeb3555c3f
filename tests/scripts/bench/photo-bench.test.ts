/** @module-tag long */
import { expect, test } from 'vitest';
import { benchPhoto } from '#scripts/bench/engine/photo-bench.ts';
import { modelsDir, modelsReady, NPM_MODELS } from '../../ml/support.ts';

test('one photo is measured with the code of this checkout', async () => {
  await modelsReady(NPM_MODELS);
  const [detector, recogniser] = NPM_MODELS;
  const setup = { modelsDir, detector, recogniser };
  const { msPerPhoto, bound, profile } = await benchPhoto(setup, 1, 1, undefined, 'p3');
  expect(profile).toBe('p3');
  expect(msPerPhoto.processor).toBeGreaterThan(0);
  expect(msPerPhoto.whole).toBeCloseTo(msPerPhoto.renditions + msPerPhoto.faces, 6);
  expect(bound.ours).toBeGreaterThan(0);
  expect(bound.shareOfRecognition).toBeGreaterThan(0);
}, 240_000);
