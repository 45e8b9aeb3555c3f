/** Thresholds that follow the gallery: made-up people who look more or less alike. */
import { describe, expect, it } from 'vitest';
import { type ClusterFace, type ClusterInput, clusterFaces } from '#ml/index.ts';
import { calibration } from './galleries.ts';
import { normalNumbers } from './random-numbers.ts';

const DIMENSIONS = 64;

/**
 * `people` of `faces` each. What all share (`alike`, 0..1) makes strangers nearer: their mean cosine distance is about
 * 1 - alike; faces of one person differ by `noise`.
 */
function people(
  {
    count,
    faces,
    alike,
    noise = 0.35,
    prefix = 'p',
    photo,
  }: {
    count: number;
    faces: number;
    alike: number;
    noise?: number;
    prefix?: string;
    photo?: (person: number, face: number) => string;
  },
  seed = 1,
): ClusterFace[] {
  const { normal } = normalNumbers(seed);
  const direction = () => {
    const vector = Array.from({ length: DIMENSIONS }, normal);
    const length = Math.hypot(...vector);
    return vector.map((value) => value / length);
  };
  const shared = direction();
  return Array.from({ length: count }, (_, person) => {
    const own = direction();
    return Array.from({ length: faces }, (_, face) => {
      const blur = direction();
      const id = `${prefix}${String(person).padStart(3, '0')}-${face}`;
      return {
        id,
        photoId: photo?.(person, face) ?? `photo-${id}`,
        embedding: Float32Array.from(
          own,
          (value, k) => Math.sqrt(1 - alike) * value + Math.sqrt(alike) * shared[k]! + noise * blur[k]!,
        ),
        grade: 'core' as const,
        score: 0.9,
        sizePx: 80,
        personId: null,
        manual: false,
      };
    });
  }).flat();
}

const cluster = (faces: ClusterFace[], more: Partial<ClusterInput> = {}, adaptive = true) =>
  clusterFaces({
    faces,
    decisions: [],
    parameters: {
      metric: 'cosine',
      threshold: 0.4,
      mode: 'extend',
      ...(adaptive
        ? {
            calibration: {
              threshold: 0.4,
              strangers: {
                mean: 0.85,
                deviation: 0.12,
                presumedFrom: 0.45,
                falseMatches: 0.1,
                range: [0.1, 0.55],
                search: { deviations: 4.25, persons: 300, morePerTenfold: 1.5, moreBesideSibling: 0.6 },
              },
            },
          }
        : {}),
    },
    ...more,
  });

/** How many groups hold faces of several people. */
const mixed = ({ groups }: ReturnType<typeof cluster>) =>
  groups.filter(({ faceIds }) => new Set(faceIds.map((id) => id.split('-')[0])).size > 1).length;

describe('where people look alike', () => {
  const children = people({ count: 80, faces: 1, alike: 0.42 });

  it('more likeness is required: strangers whom the fixed threshold mixes stay apart', () => {
    expect(mixed(cluster(children, {}, false))).toBeGreaterThan(5);
    const plan = cluster(children);
    expect(mixed(plan)).toBe(0);
    expect(plan.thresholds).toMatchObject({ reason: 'faces-alike', calibrated: 0.4 });
    expect(plan.thresholds!.change).toBeLessThan(-0.02);
    // 0.58 less those within `presumedFrom`, which could be one person.
    expect(plan.thresholds!.mean).toBeLessThan(0.7);
  });

  it('what is held back becomes a question', () => {
    const twoEach = people({ count: 40, faces: 2, alike: 0.42, noise: 0.8 });
    const plan = cluster(twoEach);
    const personOf = new Map(plan.groups.flatMap(({ person, faceIds }) => faceIds.map((id) => [id, person])));
    const split = Array.from({ length: 40 }, (_, i) => `p${String(i).padStart(3, '0')}`).filter(
      (name) => personOf.get(`${name}-0`) !== personOf.get(`${name}-1`),
    );
    const asked = new Set(plan.suggestions.map(({ a, b }) => [a, b].sort().join(' ')));
    const missing = split.filter(
      (name) => !asked.has([personOf.get(`${name}-0`)!, personOf.get(`${name}-1`)!].sort().join(' ')),
    );
    expect(split.length).toBeGreaterThan(10);
    expect(missing.length).toBeLessThan(split.length / 2);
  });

  it('the others of the gallery keep theirs', () => {
    const adults = people({ count: 40, faces: 3, alike: 0.02, noise: 0.72, prefix: 'a' }, 2);
    const alone = cluster(adults);
    const together = cluster([...adults, ...children]);
    const ofAdults = (plan: typeof alone) =>
      plan.groups.filter(({ faceIds }) => faceIds.every((id) => id.startsWith('a'))).length;
    expect(mixed(together)).toBe(0);
    expect(ofAdults(together)).toBeLessThanOrEqual(ofAdults(alone) + 2);
  });
});

describe('where people are easy to tell apart', () => {
  it('less likeness is enough', () => {
    const adults = people({ count: 40, faces: 4, alike: 0, noise: 0.8 });
    const fixed = cluster(adults, {}, false);
    const plan = cluster(adults);
    expect(plan.groups.length).toBeLessThan(fixed.groups.length);
    expect(mixed(plan)).toBe(0);
    expect(plan.thresholds?.reason).toBe('faces-distinct');
  });
});

describe('with little evidence', () => {
  it('the threshold stays at the cautious figures of the recogniser', () => {
    const few = people({ count: 4, faces: 1, alike: 0.42 });
    const plan = cluster(few);
    expect(plan.thresholds?.reason).toBe('little-evidence');
    expect(plan.thresholds!.change).toBeLessThan(0.12);
    expect(plan.thresholds!.change).toBeGreaterThan(-0.2);
  });

  it('nothing to compare is no fault', () => {
    expect(cluster([]).groups).toEqual([]);
    expect(cluster(people({ count: 1, faces: 1, alike: 0 })).groups).toHaveLength(1);
  });
});

describe('certain strangers', () => {
  /** Two sisters among others: nearer to each other than the fixed threshold. */
  const others = people({ count: 30, faces: 2, alike: 0.05 });
  const sisters = people({ count: 2, faces: 6, alike: 0.72, noise: 0.3, prefix: 's' }, 7);

  it('are faces of one photo: sisters seen side by side need more likeness than sisters who never are', () => {
    const apart = cluster([...others, ...sisters]);
    const together = cluster([
      ...others,
      ...sisters.map((face) => ({ ...face, photoId: `both-${face.id.split('-')[1]}` })),
    ]);
    const strictest = (plan: typeof apart) =>
      plan.groups.filter(({ faceIds }) => faceIds.every((id) => id.startsWith('s'))).length;
    expect(mixed(apart)).toBe(1);
    expect(mixed(together)).toBe(0);
    expect(strictest(together)).toBeGreaterThanOrEqual(2);
  });

  it('are two faces of one photo also where both are in one person, unless a human put them there', () => {
    const twins = sisters.map((face) => ({
      ...face,
      photoId: `both-${face.id.split('-')[1]}`,
      personId: 'p:s',
    }));
    const meanWith = (faces: ClusterFace[]) => cluster([...others, ...faces]).thresholds!.mean;
    const free = meanWith(twins.map((face) => ({ ...face, personId: null })));
    expect(meanWith(twins)).toBe(free);
    expect(meanWith(twins.map((face) => ({ ...face, manual: true })))).not.toBe(free);
  });

  it.each([
    ['kept apart by a human', [{ kind: 'kept-apart', personA: 'p:a', personB: 'p:b' }]],
    [
      'with different names',
      [
        { kind: 'keep-person', personId: 'p:a', name: 'Ada' },
        { kind: 'keep-person', personId: 'p:b', name: 'Bea' },
      ],
    ],
  ] as const)('are people %s: their next faces are placed with more care', (_, decisions) => {
    const placed = sisters.map((face, i) =>
      i % 6 < 4 ? { ...face, personId: face.id.startsWith('s000') ? 'p:a' : 'p:b' } : face,
    );
    const plan = cluster([...others, ...placed], { decisions });
    const of = (name: string) => plan.groups.find(({ person }) => person === name)!.faceIds;
    expect(of('p:a').every((id) => id.startsWith('s000'))).toBe(true);
    expect(of('p:b').every((id) => id.startsWith('s001'))).toBe(true);
  });

  it('are known by the faces that can be compared, however many others a human assigned', () => {
    const placed = sisters.map((face) => ({
      ...face,
      personId: face.id.startsWith('s000') ? 'p:a' : 'p:b',
    }));
    const poor = ['p:a', 'p:b'].flatMap((personId) =>
      Array.from({ length: 8 }, (_, i) => ({
        ...sisters[0]!,
        id: `first-${personId}-${i}`,
        photoId: `first-${personId}-${i}`,
        embedding: new Float32Array(0),
        grade: 'ignore' as const,
        personId,
        manual: true,
      })),
    );
    const decisions = [{ kind: 'kept-apart', personA: 'p:a', personB: 'p:b' }] as const;
    const thresholds = (faces: ClusterFace[]) => cluster([...others, ...faces], { decisions }).thresholds;
    expect(thresholds([...placed, ...poor])).toEqual(thresholds(placed));
    expect(thresholds(placed)).not.toEqual(cluster([...others, ...placed]).thresholds);
  });
});

describe('the offsets', () => {
  it('do not leave the range, in either metric of unit vectors', () => {
    for (const alike of [0, 0.3, 0.6, 0.9])
      for (const metric of ['cosine', 'euclidean_l2'] as const) {
        const given = calibration();
        const plan = clusterFaces({
          faces: people({ count: 30, faces: 2, alike }),
          decisions: [],
          parameters: {
            metric,
            threshold: metric === 'cosine' ? 0.2 : Math.sqrt(0.4),
            mode: 'extend',
            calibration: given,
          },
        });
        const [lowest, highest] = given.strangers.range;
        expect(given.threshold + plan.thresholds!.change).toBeGreaterThanOrEqual(lowest - 1e-6);
        expect(given.threshold + plan.thresholds!.change).toBeLessThanOrEqual(highest + 1e-6);
      }
  });

  it('are nearly the same when photos are added', () => {
    const first = people({ count: 60, faces: 5, alike: 0.3 });
    const more = people({ count: 60, faces: 6, alike: 0.3 });
    expect(cluster(more).thresholds!.change).toBeCloseTo(cluster(first).thresholds!.change, 1);
  });

  it('are left out for raw vectors, whose lengths the calibration does not know', () => {
    const plan = clusterFaces({
      faces: people({ count: 10, faces: 2, alike: 0.3 }),
      decisions: [],
      parameters: { metric: 'euclidean', threshold: 0.4, mode: 'extend', calibration: calibration() },
    });
    expect(plan.thresholds).toBeUndefined();
  });
});
