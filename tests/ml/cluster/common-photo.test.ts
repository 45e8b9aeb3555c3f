/** When a photo that shows two groups keeps them apart, and when it does not. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { findFramedFaces } from '#ml/cluster/framed-faces.ts';
import { type ClusterDecision, type ClusterFace, clusterFaces } from '#ml/index.ts';
import { apply, face, input, plain, turned } from './galleries.ts';

const box = (x: number, y: number, w: number, h = w) => ({ x, y, w, h });

/** Persons as sets of faces, `p:a` and so on for those that were there. */
function personsOf(faces: ClusterFace[], decisions: ClusterDecision[] = []): string[] {
  const { groups } = clusterFaces(plain(faces, { decisions }));
  return groups.map(({ faceIds }) => faceIds.join(' ')).sort();
}

/** Two persons of one human being, found apart: both have a face on `both`. */
const split = (onBoth: Partial<ClusterFace>, more: Partial<ClusterFace> = {}): ClusterFace[] => [
  face('a1', 0, { personId: 'p:a', ...more }),
  face('a2', 0, { ...turned(10), personId: 'p:a', ...more }),
  face('a3', 0, { ...turned(20, 2), personId: 'p:a', photoId: 'both', grade: 'weak', ...onBoth }),
  face('b1', 0, { ...turned(12), personId: 'p:b', photoId: 'both' }),
  face('b2', 0, { ...turned(16), personId: 'p:b' }),
];

describe('one photo that shows two groups', () => {
  it('keeps them apart where both faces are core, and nothing else does', () => {
    const faces = split({ grade: 'core' });
    expect(personsOf(faces)).toEqual(['a1 a2 a3', 'b1 b2']);
    expect(clusterFaces(plain(faces)).lookAlikes).toMatchObject([{ a: 'p:a', b: 'p:b', byOnePhoto: true }]);
  });

  it('does not where one face is weak: they are one person, and the weak face leaves', () => {
    const faces = split({});
    expect(personsOf(faces)).toEqual(['a1 a2 b1 b2']);
    expect(clusterFaces(plain(faces)).assignments).toContainEqual({ faceId: 'a3', person: null });
  });

  it('does not where one face is too poor to be compared, which then is nobody’s', () => {
    const faces = split({ grade: 'ignore' });
    expect(personsOf(faces)).toEqual(['a1 a2 b1 b2']);
    expect(clusterFaces(plain(faces)).assignments).toContainEqual({ faceId: 'a3', person: null });
  });

  it('does where it is one of two, weak or not', () => {
    const second = [
      face('a4', 0, { ...turned(5), personId: 'p:a', photoId: 'second', grade: 'weak' }),
      face('b3', 0, { ...turned(14), personId: 'p:b', photoId: 'second' }),
    ];
    const faces = [...split({}), ...second];
    expect(personsOf(faces)).toEqual(['a1 a2 a3 a4', 'b1 b2 b3']);
    expect(clusterFaces(plain(faces)).lookAlikes).toMatchObject([{ byOnePhoto: false }]);
  });

  it('does where a human put the weak face there, or said who it is not', () => {
    expect(personsOf(split({ manual: true }))).toEqual(['a1 a2 a3', 'b1 b2']);
    const rejection = { kind: 'rejection', faceId: 'a3', personId: 'p:other' } as const;
    expect(personsOf(split({}), [rejection])).toEqual(['a1 a2 a3', 'b1 b2']);
  });

  it('takes no face from a named person: a human is asked', () => {
    const named = { kind: 'keep-person', personId: 'p:a', name: 'Ada' } as const;
    const plan = clusterFaces(plain(split({}), { decisions: [named] }));
    expect(plan.assignments).toEqual([]);
    expect(plan.suggestions).toMatchObject([{ a: 'p:a', b: 'p:b' }]);
    expect(plan.lookAlikes).toEqual([]);
  });

  it('changes nothing about two whom a human has told apart', () => {
    const apart = { kind: 'kept-apart', personA: 'p:a', personB: 'p:b' } as const;
    const plan = clusterFaces(plain(split({}), { decisions: [apart] }));
    expect(plan.assignments).toEqual([]);
    expect(plan.suggestions).toEqual([]);
    expect(plan.lookAlikes).toMatchObject([{ byOnePhoto: false }]);
  });
});

describe('a face within another face of its photo', () => {
  const large = { sizePx: 300, box: box(0.2, 0.2, 0.4) };
  const framed = { sizePx: 90, box: box(0.4, 0.4, 0.12) };
  const idsOf = (...faces: Pick<ClusterFace, 'sizePx' | 'box'>[]) => [
    ...findFramedFaces(faces.map((each, i) => ({ id: `f${i}`, photoId: 'one', ...each }))),
  ];

  it('counts as framed at half the median size at most', () => {
    expect(idsOf(large, framed)).toEqual(['f1']);
    expect(idsOf(large, { ...framed, sizePx: 110 })).toEqual([]);
    expect(idsOf(large, large, { ...framed, sizePx: 150 })).toEqual(['f2']);
    expect(idsOf(large, large, { ...framed, sizePx: 151 })).toEqual([]);
  });

  it('does not where it only overlaps the other, stands beside it, or nothing is known of where it is', () => {
    expect(idsOf(large, { ...framed, box: box(0.55, 0.4, 0.12) })).toEqual([]);
    expect(idsOf(large, { ...framed, box: box(0.7, 0.7, 0.1) })).toEqual([]);
    expect(idsOf({ sizePx: 300 }, { sizePx: 90 })).toEqual([]);
    expect(
      findFramedFaces([
        { id: 'a', photoId: 'one', ...large },
        { id: 'b', photoId: 'two', ...framed },
      ]).size,
    ).toBe(0);
  });

  it('begins no person, joins its own where that has no face on the photo, and holds nobody away', () => {
    const photo = [
      face('a1', 0, { photoId: 'both', ...large }),
      face('f', 0, { photoId: 'both', ...framed }),
    ];
    expect(personsOf(photo)).toEqual(['a1']);
    const other = [
      face('b1', 1, { photoId: 'both', ...large }),
      face('f', 0, { photoId: 'both', ...framed }),
    ];
    expect(personsOf([...other, face('a1', 0), face('a2', 0, turned(5))])).toEqual(['a1 a2 f', 'b1']);
    const { grade: _, ...onBoth } = { ...framed, grade: 'core' as const };
    const placed = split({ ...onBoth, grade: 'core' }).map((each) =>
      each.id === 'b1' ? { ...each, ...large } : each,
    );
    expect(personsOf(placed)).toEqual(['a1 a2 b1 b2']);
  });

  it('keeps a real sibling apart who is small in the background', () => {
    const behind = { sizePx: 90, box: box(0.7, 0.2, 0.12), grade: 'core' as const };
    const faces = split(behind).map((each) => (each.id === 'b1' ? { ...each, ...large } : each));
    expect(personsOf(faces)).toEqual(['a1 a2 a3', 'b1 b2']);
  });

  it('is of the person into which a human put it', () => {
    const faces = [
      face('a1', 0, { photoId: 'both', personId: 'p:a', manual: true, ...large }),
      face('f', 0, { photoId: 'both', personId: 'p:a', manual: true, ...framed }),
    ];
    expect(clusterFaces(plain(faces)).assignments).toEqual([]);
  });
});

describe('in every gallery with faces within faces', () => {
  const framedInput = fc.tuple(input, fc.infiniteStream(fc.nat({ max: 3 }))).map(([given, places]) => ({
    ...given,
    faces: given.faces.map((each) => {
      const place = places.next().value!;
      return place === 0
        ? { ...each, sizePx: 10, box: box(0.3, 0.3, 0.05) }
        : { ...each, box: box(0.2 + place / 100, 0.2, 0.5) };
    }),
  }));
  const RUNS = { numRuns: 300 };

  it('no person is twice on a photo unless a human said so, and what a human said holds', () => {
    fc.assert(
      fc.property(framedInput, (given) => {
        const after = apply(given.faces, clusterFaces(given));
        for (const [person, faces] of Map.groupBy(after, ({ personId }) => personId)) {
          if (person === null) continue;
          const machines = faces.filter(({ manual }) => !manual);
          for (const { id, photoId } of machines)
            expect(faces.filter((other) => other.photoId === photoId && other.id !== id)).toEqual([]);
        }
        given.faces.forEach((before, i) => {
          if (before.manual) expect(after[i]!.personId).toBe(before.personId);
        });
        const refs = new Map(after.map(({ id, personId }) => [id, personId]));
        for (const decision of given.decisions) {
          if (decision.kind === 'rejection') {
            const isManual = given.faces.some(({ id, manual }) => id === decision.faceId && manual);
            if (!isManual) expect(refs.get(decision.faceId)).not.toBe(decision.personId);
          }
        }
      }),
      RUNS,
    );
  });

  it('the plan depends on no order, and changes nothing when it has been carried out', () => {
    fc.assert(
      fc.property(framedInput, (given) => {
        const plan = clusterFaces(given);
        const turnedRound = {
          ...given,
          faces: given.faces.toReversed(),
          decisions: given.decisions.toReversed(),
        };
        expect(clusterFaces(turnedRound)).toEqual(plan);
        const faces = apply(given.faces, plan);
        const again = clusterFaces({ ...given, faces, parameters: { ...given.parameters, mode: 'extend' } });
        expect(again.assignments).toEqual([]);
      }),
      RUNS,
    );
  });

  it('two whom a human told apart are neither asked about nor said to be kept apart by a photo alone', () => {
    fc.assert(
      fc.property(framedInput, (given) => {
        const decisions = [{ kind: 'kept-apart' as const, personA: 'p:0', personB: 'p:1' }];
        const { suggestions, lookAlikes } = clusterFaces({ ...given, decisions });
        const ofBoth = ({ a, b }: { a: string; b: string }) => [a, b].sort().join() === 'p:0,p:1';
        expect(suggestions.filter(ofBoth)).toEqual([]);
        expect(lookAlikes.filter((pair) => ofBoth(pair) && pair.byOnePhoto)).toEqual([]);
      }),
      RUNS,
    );
  });
});
