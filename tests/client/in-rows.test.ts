import { expect, test } from 'vitest';
import { inRows } from '#client/lib/in-rows.ts';

const face = (id: string, x: number, y: number, size = 0.05) => ({
  id,
  bounding_box: { x, y, w: size, h: size },
});

test('faces of a team photo are read row by row, however tall people are', () => {
  const team = [
    face('e', 0.1, 0.42),
    face('b', 0.4, 0.2),
    face('c', 0.7, 0.18),
    face('a', 0.1, 0.16),
    face('d', 0.9, 0.22),
    face('f', 0.5, 0.4),
  ];
  expect(inRows(team).map(({ id }) => id)).toEqual(['a', 'b', 'c', 'd', 'e', 'f']);
});

test('a row of one, and no face at all', () => {
  expect(inRows([face('a', 0.5, 0.5)]).map(({ id }) => id)).toEqual(['a']);
  expect(inRows([])).toEqual([]);
});
