import { describe, expect, it } from 'vitest';
import { carryOverFaceIds } from '#ml/index.ts';

const box = (x: number, y: number, size = 0.1) => ({ x, y, w: size, h: size });

describe('matching old faces to a new detection', () => {
  it('keeps ids where boxes overlap, in whatever order they come', () => {
    const old = [
      { id: 'left', box: box(0.1, 0.1) },
      { id: 'right', box: box(0.6, 0.1) },
    ];
    expect(carryOverFaceIds(old, [box(0.61, 0.11), box(0.3, 0.5), box(0.11, 0.1)])).toEqual([
      'right',
      null,
      'left',
    ]);
  });

  it('gives each id once, to the better overlap', () => {
    const old = [{ id: 'one', box: box(0.1, 0.1) }];
    expect(carryOverFaceIds(old, [box(0.13, 0.1), box(0.11, 0.1)])).toEqual([null, 'one']);
  });

  it('does not take a neighbour for the same face', () => {
    expect(carryOverFaceIds([{ id: 'one', box: box(0.1, 0.1) }], [box(0.16, 0.1)])).toEqual([null]);
    expect(carryOverFaceIds([], [box(0, 0)])).toEqual([null]);
  });
});
