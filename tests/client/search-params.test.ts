import { expect, test } from 'vitest';
import { textParams } from '#client/lib/search-params.ts';

test('search params keep known texts and drop everything else', () => {
  const params = textParams('q', 'page');
  expect(params({ q: 'nord', page: '2' })).toEqual({ q: 'nord', page: '2' });
  expect(params({ q: '', page: 2, mine: '1' })).toEqual({ q: '' });
  expect(params({})).toEqual({});
});
