import { expect, test } from 'vitest';
import { visiblePageNumbers } from '#client/features/accounts/users/components/visible-page-numbers.ts';

test('at most five page numbers stand around the current one', () => {
  expect(visiblePageNumbers(1, 3)).toEqual([1, 2, 3]);
  expect(visiblePageNumbers(1, 9)).toEqual([1, 2, 3, 4, 5]);
  expect(visiblePageNumbers(5, 9)).toEqual([3, 4, 5, 6, 7]);
  expect(visiblePageNumbers(9, 9)).toEqual([5, 6, 7, 8, 9]);
});
