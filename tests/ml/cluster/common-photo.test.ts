/** A photo that shows two groups keeps them apart; which pairs nothing else keeps apart. */
import { describe, expect, it } from 'vitest';
import { type ClusterDecision, type ClusterFace, clusterFaces } from '#ml/index.ts';
import { face, plain, turned } from './galleries.ts';

/** Persons as sets of faces, `p:a` and so on for those that were there. */
const planOf = (faces: ClusterFace[], decisions: ClusterDecision[] = []) =>
  clusterFaces(plain(faces, { decisions }));

/** Two persons of one human being, found apart: both have a face on `both`. */
const split = (onBoth: Partial<ClusterFace> = {}): ClusterFace[] => [
  face('a1', 0, { personId: 'p:a' }),
  face('a2', 0, { ...turned(10), personId: 'p:a' }),
  face('a3', 0, { ...turned(20, 2), personId: 'p:a', photoId: 'both', ...onBoth }),
  face('b1', 0, { ...turned(12), personId: 'p:b', photoId: 'both' }),
  face('b2', 0, { ...turned(16), personId: 'p:b' }),
];

describe('one photo that shows two groups', () => {
  it.each(['core', 'weak', 'ignore'] as const)('keeps them apart, with a face of grade %s too', (grade) => {
    const plan = planOf(split({ grade }));
    expect(plan.assignments).toEqual([]);
    expect(plan.suggestions).toEqual([]);
    expect(plan.lookAlikes).toMatchObject([{ a: 'p:a', b: 'p:b', byOnePhoto: true }]);
  });

  it('is not all that does where there is a second one', () => {
    const second = [
      face('a4', 0, { ...turned(5), personId: 'p:a', photoId: 'second' }),
      face('b3', 0, { ...turned(14), personId: 'p:b', photoId: 'second' }),
    ];
    expect(planOf([...split(), ...second]).lookAlikes).toMatchObject([{ byOnePhoto: false }]);
  });

  it('is not all that does where a human told them apart, or gave them different names', () => {
    const apart = { kind: 'kept-apart', personA: 'p:a', personB: 'p:b' } as const;
    expect(planOf(split(), [apart]).lookAlikes).toMatchObject([{ byOnePhoto: false }]);
    const named = (personId: string, name: string) => ({ kind: 'keep-person', personId, name }) as const;
    const names = [named('p:a', 'Ada'), named('p:b', 'Ida')];
    expect(planOf(split(), names).lookAlikes).toMatchObject([{ byOnePhoto: false }]);
  });
});
