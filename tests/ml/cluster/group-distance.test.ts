/** The distance between two groups: average linkage, and the distance of the directions of their means. */
import { describe, expect, it } from 'vitest';
import { addEvidence, emptyGroup } from '#ml/cluster/face-group.ts';
import { averageLinkage, linkagesOfDirections } from '#ml/cluster/group-distance.ts';

/** A group of unit vectors. */
function group(...vectors: number[][]) {
  const made = emptyGroup(4);
  for (const vector of vectors) {
    const length = Math.hypot(...vector);
    addEvidence(
      made,
      Float32Array.from(vector, (value) => value / length),
      0,
    );
  }
  return made;
}

describe('the distance of directions', () => {
  it('of single faces is that of the faces', () => {
    const [a, b] = [group([1, 0, 0, 0]), group([1, 1, 0, 0])];
    expect(linkagesOfDirections([a, b], 0)(0, 1)).toBeCloseTo(averageLinkage(a, b));
    expect(linkagesOfDirections([a, b], 0.3)(0, 1)).toBeCloseTo(averageLinkage(a, b));
  });

  it('of a face to the group it is in the middle of is nothing, though it is away from each of its faces', () => {
    const around = group([1, 0.5, 0, 0], [1, -0.5, 0, 0], [1, 0, 0.5, 0], [1, 0, -0.5, 0]);
    const middle = group([1, 0, 0, 0]);
    expect(averageLinkage(middle, around)).toBeGreaterThan(0.2);
    expect(linkagesOfDirections([middle, around], 0)(0, 1)).toBeCloseTo(0);
  });

  it('leaves strangers where they are, however scattered the group', () => {
    // All share the first axis: strangers have the similarity .25.
    const common = 0.5;
    const own = (axis: number, turn: number) => {
      const rest = Math.sqrt(1 - common ** 2);
      const vector = [common, 0, 0, 0];
      vector[axis] = rest * Math.cos(turn);
      vector[3] = rest * Math.sin(turn);
      return vector;
    };
    const scattered = group(own(1, 0.7), own(1, -0.7));
    const stranger = group(own(2, 0));
    expect(linkagesOfDirections([stranger, scattered], common ** 2)(0, 1)).toBeCloseTo(
      averageLinkage(stranger, scattered),
    );
    const same = group(own(1, 0));
    expect(linkagesOfDirections([same, scattered], common ** 2)(0, 1)).toBeLessThan(
      averageLinkage(same, scattered) - 0.2,
    );
  });

  it('counts a group of anybody as no more scattered than a person is', () => {
    const anybody = group([1, 0, 0, 0], [0, 1, 0, 0], [0, 0, 1, 0], [0, 0, 0, 1]);
    const one = group([1, 0, 0, 0]);
    // A quarter of likeness becomes a quarter times the root of 2, and not a half.
    expect(linkagesOfDirections([one, anybody], 0)(0, 1)).toBeCloseTo(2 - 2 * 0.25 * Math.SQRT2);
  });
});
