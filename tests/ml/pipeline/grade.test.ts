import { describe, expect, it } from 'vitest';
import { estimateBlur, estimateYaw, grade } from '#ml/pipeline/grade.ts';

const good = { score: 0.9, sizePx: 80, blur: 0.4, yaw: 5 };

describe('the grade', () => {
  it.each([
    ['a good face', {}, 'core'],
    ['a small one', { sizePx: 28 }, 'weak'],
    ['a tiny one', { sizePx: 19 }, 'ignore'],
    ['a blurred one', { blur: 0.9 }, 'weak'],
    ['one turned left', { yaw: -60 }, 'weak'],
    ['one turned right', { yaw: 60 }, 'weak'],
    ['a doubtful one', { score: 0.5 }, 'weak'],
    ['a tiny, blurred one', { sizePx: 10, blur: 1 }, 'ignore'],
  ] as const)('of %s', (_, change, expected) => {
    expect(grade({ ...good, ...change })).toBe(expected);
  });
});

/** Five points of a head seen from `yaw` degrees to the side, tilted by `roll`. */
function head(yaw: number, roll: number): number[] {
  const [turn, tilt] = [(yaw * Math.PI) / 180, (roll * Math.PI) / 180];
  const solid = [
    [-0.5, 0, 0],
    [0.5, 0, 0],
    [0, 0.55, 0.45],
    [-0.4, 1.1, 0.1],
    [0.4, 1.1, 0.1],
  ] as const;
  return solid.flatMap(([x, y, depth]) => {
    const side = x * Math.cos(turn) + depth * Math.sin(turn);
    return [side * Math.cos(tilt) - y * Math.sin(tilt), side * Math.sin(tilt) + y * Math.cos(tilt)];
  });
}

describe('the yaw', () => {
  it.each([-60, -30, 0, 20, 45])('of a head turned by %d degrees is found, tilted or not', (yaw) => {
    for (const roll of [-30, 0, 40]) expect(estimateYaw(head(yaw, roll))).toBeCloseTo(yaw, 3);
  });

  it('of eyes that coincide is a profile', () => {
    expect(estimateYaw([1, 1, 1, 1, 2, 2, 1, 3, 1, 3])).toBe(90);
  });
});

describe('the blur', () => {
  const chip = (value: (u: number, v: number) => number) =>
    Uint8Array.from({ length: 3 * 150 * 150 }, (_, i) => {
      const pixel = Math.floor(i / 3);
      return value(pixel % 150, Math.floor(pixel / 150));
    });

  it('is none in fine detail, all in a flat face, and does not mind the dark', () => {
    expect(
      estimateBlur(
        chip((u, v) => ((u + v) % 2 ? 200 : 50)),
        150,
      ),
    ).toBe(0);
    expect(
      estimateBlur(
        chip(() => 90),
        150,
      ),
    ).toBe(1);
    const wave = (scale: number) => chip((u) => scale * (1 + Math.sin(u / 4)));
    expect(estimateBlur(wave(20), 150)).toBeCloseTo(estimateBlur(wave(100), 150), 1);
  });
});
