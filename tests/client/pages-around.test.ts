import { expect, test } from 'vitest';
import { pagesAround } from '#client/components/ui/data/pages-around.ts';

const cases: [page: number, pages: number, shown: string][] = [
  [1, 1, '1'],
  [1, 2, '1 2'],
  [2, 2, '1 2'],
  [1, 3, '1 2 3'],
  [1, 4, '1 2 3 4'],
  [1, 11, '1 2 3 … 11'],
  [2, 11, '1 2 3 4 … 11'],
  [3, 11, '1 2 3 4 5 … 11'],
  [4, 11, '1 2 3 4 5 6 … 11'],
  [5, 11, '1 … 3 4 5 6 7 … 11'],
  [6, 11, '1 … 4 5 6 7 8 … 11'],
  [7, 11, '1 … 5 6 7 8 9 … 11'],
  [8, 11, '1 … 6 7 8 9 10 11'],
  [9, 11, '1 … 7 8 9 10 11'],
  [10, 11, '1 … 8 9 10 11'],
  [11, 11, '1 … 9 10 11'],
  [500, 1000, '1 … 498 499 500 501 502 … 1000'],
];

test.each(cases)('page %i of %i shows %s', (page, pages, shown) =>
  expect(
    pagesAround(page, pages)
      .map((number) => number ?? '…')
      .join(' '),
  ).toBe(shown),
);
