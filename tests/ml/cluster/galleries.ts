/** Made-up galleries in which who is who is known, and what it takes to carry a plan out. */
import fc from 'fast-check';
import type { Calibration, ClusterFace, ClusterInput, ClusterPlan, Grade } from '#ml/index.ts';

const DIMENSIONS = 8;
/** Persons stand on the axes: strangers are 1 apart (cosine), one person's faces about `noise` squared. */
function embeddingOf(person: number, noise: readonly number[]): Float32Array {
  const vector = new Float32Array(DIMENSIONS);
  vector[person % DIMENSIONS] = 1;
  noise.forEach((value, k) => {
    vector[k]! += value;
  });
  return vector;
}

export function face(
  id: string,
  person: number,
  more: Partial<ClusterFace> & { noise?: number[] } = {},
): ClusterFace {
  const { noise = [], ...rest } = more;
  return {
    id,
    photoId: `photo-${id}`,
    embedding: embeddingOf(person, noise),
    grade: 'core',
    score: 0.9,
    sizePx: 80,
    personId: null,
    manual: false,
    ...rest,
  };
}

/**
 * Noise that turns a face of person 0 by so many degrees towards axis `towards`: two such are 1 - cos(angle between
 * them) apart, so the threshold of `plain` reaches 36.9 degrees, adoption 42.3, a question 43.9.
 */
export const turned = (degrees: number, towards = 1): { noise: number[] } => {
  const angle = (degrees * Math.PI) / 180;
  const noise = new Array<number>(towards + 1).fill(0);
  noise[0] = Math.cos(angle) - 1;
  noise[towards] = Math.sin(angle);
  return { noise };
};

export const plain = (faces: ClusterFace[], more: Partial<ClusterInput> = {}): ClusterInput => ({
  faces,
  decisions: [],
  parameters: { metric: 'cosine', threshold: 0.2, mode: 'extend' },
  ...more,
});

/** What the server does with a plan: new persons get ids, faces get persons. */
export function apply(faces: readonly ClusterFace[], plan: ClusterPlan): ClusterFace[] {
  const target = new Map(plan.assignments.map(({ faceId, person }) => [faceId, person]));
  return faces.map((each) => {
    const person = target.get(each.id);
    const personId = person === undefined ? each.personId : (person?.replace('new:', 'p:') ?? null);
    return { ...each, personId, regroup: false };
  });
}

const grade: fc.Arbitrary<Grade> = fc.oneof(
  { weight: 6, arbitrary: fc.constant<Grade>('core') },
  { weight: 2, arbitrary: fc.constant<Grade>('weak') },
  { weight: 1, arbitrary: fc.constant<Grade>('ignore') },
);

/** Faces of up to six people, some noisy enough to be anybody, several in one photo, some placed by a human. */
export const gallery: fc.Arbitrary<ClusterFace[]> = fc
  .array(
    fc.record({
      person: fc.nat({ max: 5 }),
      photo: fc.nat({ max: 20 }),
      noise: fc.array(fc.double({ min: -0.45, max: 0.45, noNaN: true }), { minLength: 8, maxLength: 8 }),
      grade,
      placed: fc.option(fc.nat({ max: 4 }), { freq: 3 }),
      manual: fc.boolean(),
      regroup: fc.boolean(),
      score: fc.constantFrom(0.6, 0.7, 0.9),
    }),
    { minLength: 1, maxLength: 40 },
  )
  .map((faces) =>
    faces.map((each, i) => ({
      id: `f${String(i).padStart(3, '0')}`,
      photoId: `photo-${each.photo}`,
      embedding: embeddingOf(each.person, each.noise),
      grade: each.grade,
      score: each.score,
      sizePx: 60,
      personId: each.placed === null ? null : `p:${each.placed}`,
      manual: each.manual && each.placed !== null,
      regroup: each.regroup,
    })),
  );

const decisions: fc.Arbitrary<ClusterInput['decisions']> = fc.array(
  fc.oneof(
    fc.record({
      kind: fc.constant('rejection' as const),
      faceId: fc.nat({ max: 15 }).map((i) => `f${String(i).padStart(3, '0')}`),
      personId: fc.nat({ max: 4 }).map((i) => `p:${i}`),
    }),
    fc.record({
      kind: fc.constant('kept-apart' as const),
      personA: fc.nat({ max: 4 }).map((i) => `p:${i}`),
      personB: fc.nat({ max: 4 }).map((i) => `p:${i}`),
    }),
    fc.record({
      kind: fc.constant('keep-person' as const),
      personId: fc.nat({ max: 4 }).map((i) => `p:${i}`),
      name: fc.constantFrom('', 'Ada', 'Grace', 'Mary'),
    }),
  ),
  { maxLength: 4 },
);

/** Figures for the made-up people: strangers are about 1 apart, less with noise. */
export const calibration = (threshold = 0.2): Calibration => ({
  threshold,
  strangers: {
    mean: 0.85,
    deviation: 0.15,
    presumedFrom: 0.3,
    falseMatches: 0.1,
    range: [0.05, 0.5],
    search: { deviations: 4.25, persons: 300, morePerTenfold: 1.5, moreBesideSibling: 0.6 },
  },
});

const settings = {
  metric: fc.constantFrom('cosine' as const, 'euclidean' as const, 'euclidean_l2' as const),
  threshold: fc.double({ min: 0, max: 0.9, noNaN: true }),
  mode: fc.constantFrom('extend' as const, 'rebuild' as const),
};

/** The same where groups absorb others by the directions of their means. */
export const absorbing = (threshold = 0.2): Calibration => {
  const { strangers } = calibration();
  return { threshold, strangers: { ...strangers, absorb: { margin: 1.3, groupMin: 2, lookAlikeMin: 2 } } };
};

/** The same where single faces have to be nearer than the threshold. */
export const cautious = (threshold = 0.2): Calibration => {
  const { strangers } = absorbing();
  return { threshold, strangers: { ...strangers, singleFaceMarginDeviations: 0.7 } };
};

/** With one threshold for all faces and with thresholds that follow the gallery. */
export const parameters: fc.Arbitrary<ClusterInput['parameters']> = fc.oneof(
  fc.record(settings),
  fc.record({
    ...settings,
    calibration: fc.constantFrom(
      calibration(),
      calibration(0.4),
      absorbing(),
      absorbing(0.4),
      cautious(),
      cautious(0.4),
    ),
  }),
);

export const input: fc.Arbitrary<ClusterInput> = fc.record({ faces: gallery, decisions, parameters });
