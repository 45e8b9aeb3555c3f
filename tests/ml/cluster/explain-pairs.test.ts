import { describe, expect, it } from 'vitest';
import { explainPairs } from '#ml/cluster/explain-pairs.ts';
import { calibration, face, plain, turned } from './galleries.ts';

describe('why two faces are one person or two', () => {
  const faces = [
    face('a1', 0),
    face('a2', 0, turned(20)),
    face('a3', 0, turned(42)),
    face('b1', 1, { photoId: 'photo-a1' }),
    face('x', 0, { grade: 'ignore' }),
  ];
  const verdictOf = (a: string, b: string) =>
    explainPairs(plain(faces), () => true).pairs.find((pair) => pair.a === a && pair.b === b);

  it('is their distance within the limit', () => {
    expect(verdictOf('a1', 'a2')).toMatchObject({
      distance: expect.closeTo(1 - Math.cos((20 * Math.PI) / 180)),
      limit: expect.closeTo(0.2),
      verdict: 'one person',
    });
  });

  it('is the mean of their groups', () => {
    expect(verdictOf('a1', 'a3')).toMatchObject({ verdict: 'one person, through others' });
  });

  it('is a common photo, or that a face is too poor to compare', () => {
    expect(verdictOf('a1', 'b1')?.verdict).toBe('two people, same photo');
    expect(verdictOf('a1', 'x')?.verdict).toBe('not compared');
  });

  it('names the limit that the gallery gives, and leaves out faces that were not asked for', () => {
    const input = plain(faces);
    const { pairs, report } = explainPairs(
      { ...input, parameters: { ...input.parameters, calibration: calibration() } },
      ({ id }) => id.startsWith('a'),
    );
    expect(pairs).toHaveLength(3);
    expect(report?.reason).toBe('little-evidence');
    for (const { limit } of pairs) expect(limit).not.toBeCloseTo(0.2, 5);
  });
});
