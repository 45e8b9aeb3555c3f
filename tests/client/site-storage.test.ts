import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { browserGlobals } from './support/browser-globals.ts';

beforeEach(() => {
  browserGlobals();
});
afterEach(() => vi.unstubAllGlobals());

test('what was stored as JSON is read; what is broken, or not there, is nothing', async () => {
  const { localData } = await import('#client/lib/site-storage.ts');
  localData.setItem('whole', '{"files":[1]}');
  localData.setItem('cut', '{"files":[');
  localData.setItem('empty', '');
  expect(localData.getJson('whole')).toEqual({ files: [1] });
  for (const key of ['cut', 'empty', 'absent']) expect(localData.getJson(key)).toBeUndefined();
});
