/** The promises to people, told as stories. */
import { describe, expect, it } from 'vitest';
import { clusterFaces, clusterFacesInWorker } from '#ml/index.ts';
import { syntheticFaces } from '#ml/scripts/bench/synthetic-faces.ts';
import { apply, face, plain } from './galleries.ts';

const togetherWith = (plan: ReturnType<typeof clusterFaces>, id: string) =>
  plan.groups.find(({ faceIds }) => faceIds.includes(id))?.faceIds;

/** A direction that makes faces of person 0 drift towards person 1. */
const drift = (amount: number) => ({ noise: [0, amount] });

describe('a fresh gallery', () => {
  it('becomes one person for each face in it, keyed by the first of their faces', () => {
    const plan = clusterFaces(plain([face('a', 0), face('b', 1), face('c', 0)]));
    expect(plan.newPersons).toEqual([
      { key: 'new:a', faceIds: ['a', 'c'] },
      { key: 'new:b', faceIds: ['b'] },
    ]);
  });

  it('keeps twins on one photo apart', () => {
    const plan = clusterFaces(plain([face('a', 0, { photoId: 'p' }), face('b', 0, { photoId: 'p' })]));
    expect(plan.newPersons).toHaveLength(2);
    expect(plan.suggestions).toEqual([]);
  });

  it('lets a weak face join, but not found, a person', () => {
    const weak = { grade: 'weak' as const };
    const plan = clusterFaces(
      plain([face('a', 0), face('b', 0, weak), face('c', 1, weak), face('d', 1, weak)]),
    );
    expect(togetherWith(plan, 'b')).toEqual(['a', 'b']);
    expect(togetherWith(plan, 'c')).toBeUndefined();
  });

  it('lets one odd picture join a large group from beyond the threshold if no other group is near', () => {
    const many = ['a', 'b', 'c', 'd', 'e'].map((id) => face(id, 0));
    const odd = face('x', 0, drift(0.85)); // cosine distance .24, threshold .2
    expect(togetherWith(clusterFaces(plain([...many, odd])), 'x')).toHaveLength(6);
    const rival = ['f', 'g'].map((id) => face(id, 0, drift(1.8)));
    expect(togetherWith(clusterFaces(plain([...many, odd, ...rival])), 'x')).not.toContain('a');
    expect(togetherWith(clusterFaces(plain([...many.slice(2), odd])), 'x')).toEqual(['x']);
  });
});

describe('when photos are added', () => {
  const anna = ['a', 'b'].map((id) => face(id, 0, { personId: 'anna' }));

  it('a named person gains the new face', () => {
    const plan = clusterFaces(
      plain([...anna, face('n', 0)], { decisions: [{ kind: 'keep-person', personId: 'anna' }] }),
    );
    expect(plan.assignments).toEqual([{ faceId: 'n', person: 'anna' }]);
  });

  it('evidence in between joins two unnamed persons; the larger one’s id survives', () => {
    const faces = [...anna, face('x', 0, { ...drift(1.1), personId: 'x' })];
    expect(clusterFaces(plain(faces)).mergedPersons).toEqual([]);
    const between = [face('m', 0, drift(0.7)), face('n', 0, drift(0.75)), face('o', 0, drift(0.6))];
    const plan = clusterFaces(plain([...faces, ...between]));
    expect(plan.mergedPersons).toEqual([{ from: 'x', into: 'anna' }]);
  });

  it('two named persons are never joined, but asked about', () => {
    const faces = [...anna, face('x', 0, { personId: 'anne' })];
    const decisions = ['anna', 'anne'].map((personId) => ({ kind: 'keep-person' as const, personId }));
    const plan = clusterFaces(plain(faces, { decisions }));
    expect(plan.assignments).toEqual([]);
    expect(plan.suggestions).toEqual([{ a: 'anna', b: 'anne', distance: expect.closeTo(0, 6) }]);
    const told = [{ kind: 'different-people' as const, personA: 'anne', personB: 'anna' }];
    expect(clusterFaces(plain(faces, { decisions: told })).suggestions).toEqual([]);
  });

  it.each([
    [0.12, 1],
    [0.17, 0],
  ])(
    'asks in every metric alike: at a cosine distance of %d, with a threshold of .1, %d questions',
    (distance, questions) => {
      const noise = [-distance, Math.sqrt(1 - (1 - distance) ** 2)];
      const faces = [face('a', 0, { personId: 'anna' }), face('b', 0, { personId: 'ben', noise })];
      for (const [metric, threshold] of [
        ['cosine', 0.1],
        ['euclidean_l2', Math.sqrt(0.2)],
        ['euclidean', Math.sqrt(0.2)],
      ] as const) {
        const plan = clusterFaces(plain(faces, { parameters: { metric, threshold, mode: 'extend' } }));
        expect([metric, plan.suggestions.length]).toEqual([metric, questions]);
      }
    },
  );

  it('“not this person” sends the face away and keeps its like away', () => {
    const decisions = [{ kind: 'not-this-person' as const, faceId: 'b', personId: 'anna' }];
    const plan = clusterFaces(plain([...anna, face('c', 0, { ...drift(0.1) })], { decisions }));
    const b = plan.assignments.find(({ faceId }) => faceId === 'b');
    expect(b?.person).not.toBe('anna');
  });

  it('what a human said belongs to nobody is left alone', () => {
    const plan = clusterFaces(plain([...anna, face('n', 0, { manual: true })]));
    expect(plan.assignments).toEqual([]);
    expect(togetherWith(plan, 'n')).toBeUndefined();
  });
});

describe('when settings change', () => {
  const faces = [
    face('a', 0, { personId: 'one' }),
    face('b', 0, { personId: 'one' }),
    face('c', 0, { ...drift(0.9), personId: 'one' }),
    face('d', 2, { personId: 'two' }),
  ];
  const stricter = { metric: 'cosine' as const, threshold: 0.05, mode: 'rebuild' as const };

  it('an unnamed person may part; most of it keeps the id', () => {
    const plan = clusterFaces(plain(faces, { parameters: stricter }));
    expect(plan.assignments).toEqual([{ faceId: 'c', person: 'new:c' }]);
    expect(plan.groups.map(({ person }) => person).sort()).toEqual(['new:c', 'one', 'two']);
  });

  it('a named one does not', () => {
    const decisions = [{ kind: 'keep-person' as const, personId: 'one' }];
    const plan = clusterFaces(plain(faces, { parameters: stricter, decisions }));
    expect(plan.assignments).toEqual([]);
  });
});

describe('refuses', () => {
  it('embeddings of two recognisers and thresholds out of range', () => {
    const other = { ...face('b', 0), embedding: new Float32Array(5) };
    expect(() => clusterFaces(plain([face('a', 0), other]))).toThrow(RangeError);
    const parameters = { metric: 'cosine' as const, threshold: 1.5, mode: 'extend' as const };
    expect(() => clusterFaces(plain([face('a', 0)], { parameters }))).toThrow(RangeError);
  });
});

describe('a large gallery', () => {
  const { faces, truth } = syntheticFaces(3500);
  const input = plain(faces, { parameters: { metric: 'cosine', threshold: 0.065, mode: 'extend' } });

  it('is grouped with hardly a mixed person, in a thread as in place', async () => {
    const plan = await clusterFacesInWorker(input);
    const who = new Map(faces.map((each, i) => [each.id, truth[i]]));
    const mixed = plan.groups.filter(({ faceIds }) => new Set(faceIds.map((id) => who.get(id))).size > 1);
    expect(mixed.length).toBeLessThanOrEqual(1);
    expect(plan.groups.length).toBeLessThan(3 * new Set(truth).size);
    expect(clusterFaces({ ...input, faces: faces.toReversed() })).toEqual(plan);
    expect(clusterFaces({ ...input, faces: apply(faces, plan) }).assignments).toEqual([]);
  }, 60_000);

  it('is given up when nobody wants it any more', async () => {
    await expect(clusterFacesInWorker(input, AbortSignal.timeout(20))).rejects.toThrow('timeout');
  });
});
