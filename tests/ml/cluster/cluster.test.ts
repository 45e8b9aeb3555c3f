/** The promises to people, told as stories. */
import { describe, expect, it } from 'vitest';
import { type ClusterFace, type ClusterInput, clusterFaces, clusterFacesInWorker } from '#ml/index.ts';
import { syntheticFaces } from '#scripts/bench/engine/synthetic-faces.ts';
import { apply, calibration, cautious, face, plain, turned } from './galleries.ts';

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

describe('a face beyond the threshold', () => {
  const many = ['a', 'b', 'c', 'd', 'e'].map((id) => face(id, 0));
  const named = (...people: string[]) =>
    people.map((personId) => ({ kind: 'keep-person' as const, personId }));

  it('stays alone where the next group is hardly farther', () => {
    const plan = clusterFaces(plain([...many, face('x', 0, turned(40.5)), face('y', 0, turned(83.6))]));
    expect(togetherWith(plan, 'x')).toEqual(['x']);
  });

  it('joins after all once the rival beside it has found a group of its own', () => {
    const others = ['f', 'g', 'h', 'i'].map((id) => face(id, 0, turned(121.4)));
    const faces = [...many, face('x', 0, turned(40.5)), face('y', 0, turned(83.6)), ...others];
    const plan = clusterFaces(plain(faces));
    expect(togetherWith(plan, 'y')).toEqual(['f', 'g', 'h', 'i', 'y']);
    expect(togetherWith(plan, 'x')).toEqual(['a', 'b', 'c', 'd', 'e', 'x']);
  });

  it('does not join who is in its photo already', () => {
    const x = face('x', 0, { ...turned(40.5), photoId: 'photo-a' });
    expect(togetherWith(clusterFaces(plain([...many, x])), 'x')).toEqual(['x']);
  });

  it('comes with three others, but not with four, nor with a name', () => {
    const five = ['v', 'w', 'x', 'y', 'z'].map((id) => face(id, 0, turned(40.5)));
    expect(togetherWith(clusterFaces(plain([...many, ...five.slice(1)])), 'x')).toHaveLength(9);
    expect(togetherWith(clusterFaces(plain([...many, ...five])), 'x')).toHaveLength(5);
    const kim = face('x', 0, { ...turned(40.5), personId: 'kim' });
    const plan = clusterFaces(plain([...many, kim], { decisions: named('kim') }));
    expect(togetherWith(plan, 'x')).toEqual(['x']);
    expect(plan.suggestions).toEqual([{ a: 'kim', b: 'new:a', distance: expect.closeTo(0.24, 2) }]);
  });

  it.each([
    ['joins a large group', 5, 40.5, true],
    ['does not join a small one', 3, 40.5, false],
    ['does not join from too far', 5, 45, false],
  ] as const)('that is weak %s', (_, size, degrees, joins) => {
    const weak = face('x', 0, { ...turned(degrees), grade: 'weak' });
    const together = togetherWith(clusterFaces(plain([...many.slice(0, size), weak])), 'x');
    expect(together?.length).toBe(joins ? size + 1 : undefined);
  });

  it('finds no way in through a weak one that did', () => {
    const weak = { grade: 'weak' as const };
    const anna = [
      face('a', 0, { personId: 'anna' }),
      face('b', 0, { ...turned(30), ...weak, personId: 'anna' }),
    ];
    const next = face('c', 0, { ...turned(55), ...weak });
    const plan = clusterFaces(plain([...anna, next, face('x', 0, turned(-40))]));
    expect(togetherWith(plan, 'c')).toBeUndefined();
    const fresh = clusterFaces(
      plain([face('a', 0), face('b', 0, { ...turned(30), ...weak }), face('x', 0, turned(-40))]),
    );
    // The question is about the good faces alone.
    for (const { suggestions } of [plan, fresh])
      expect(suggestions).toEqual([expect.objectContaining({ distance: expect.closeTo(0.234, 3) })]);
  });
});

describe('a weak face', () => {
  const weak = { grade: 'weak' as const };
  const cluster = (faces: ClusterFace[], decisions: ClusterInput['decisions'] = []) =>
    clusterFaces(plain(faces, { decisions }));

  it('does not join a person of weak faces, beside which it would be evidence the next time', () => {
    const next = face('b', 0, { ...turned(10), ...weak });
    const joined = (grade: 'core' | 'weak') => {
      const kim = face('a', 0, { grade, personId: 'kim' });
      return togetherWith(cluster([kim, next], [{ kind: 'keep-person', personId: 'kim' }]), 'b');
    };
    expect(joined('core')).toEqual(['a', 'b']);
    expect(joined('weak')).toBeUndefined();
  });

  it('does not join either of two people that are equally near, whichever comes first', () => {
    const twins = (left: string, right: string, degrees: number) =>
      togetherWith(
        cluster(
          [
            face('a', 0, { ...turned(10), personId: left }),
            face('b', 0, { ...turned(-10), personId: right }),
            face('x', 0, { ...turned(degrees), ...weak }),
          ],
          [{ kind: 'kept-apart', personA: left, personB: right }],
        ),
        'x',
      );
    expect([twins('kim', 'lee', 0), twins('lee', 'kim', 0)]).toEqual([undefined, undefined]);
    expect([twins('kim', 'lee', 1), twins('lee', 'kim', 1)]).toEqual([
      ['a', 'x'],
      ['a', 'x'],
    ]);
  });
});

describe('a face near the middle of a group, but not near its faces', () => {
  /** Six pictures of one person, each turned to another side, and three strangers. */
  const sides = [1, 2, 3].flatMap((axis) => [28, -28].map((degrees) => turned(degrees, axis)));
  const many = sides.map((noise, i) => face(`a${i}`, 0, noise));
  const strangers = [5, 6, 7].map((person) => face(`s${person}`, person));
  const clusterAll = (faces: ClusterFace[], margin?: number, groupMin = 3) => {
    const { strangers: figures } = calibration(0.3);
    const set = {
      ...figures,
      range: [0.3, 0.3] as const,
      ...(margin ? { absorb: { margin, groupMin, lookAlikeMin: 3 } } : {}),
    };
    const parameters = { metric: 'cosine', threshold: 0.3, mode: 'extend' } as const;
    return clusterFaces({
      faces,
      decisions: [],
      parameters: { ...parameters, calibration: { threshold: 0.3, strangers: set } },
    });
  };
  const cluster = (x: ClusterFace, margin?: number, more: ClusterFace[] = []) =>
    clusterAll([...many, ...strangers, x, ...more], margin);
  // .39 from the six on average, .32 from the direction of their mean; the threshold is .3.
  const odd = face('x', 0, turned(46.5, 4));

  it('joins where the recogniser says how clear it has to be', () => {
    expect(togetherWith(cluster(odd), 'x')).toEqual(['x']);
    expect(togetherWith(cluster(odd, 1.3), 'x')).toHaveLength(7);
    expect(togetherWith(cluster({ ...odd, grade: 'weak' }, 1.3), 'x')).toHaveLength(7);
  });

  it('does not join where another group is hardly farther', () => {
    expect(togetherWith(cluster(odd, 1.3, [face('y', 0, turned(99, 4))]), 'x')).not.toContain('a0');
  });

  it('does not join, being weak, where another is nearer by its faces', () => {
    const weak = face('x', 0, { ...turned(30, 4), grade: 'weak' });
    expect(togetherWith(cluster(weak, 1.3, [face('y', 0, turned(62, 4))]), 'x')).toBeUndefined();
    expect(togetherWith(cluster(weak, 1.3, [face('y', 0, turned(75, 4))]), 'x')).toContain('a0');
  });

  /** Pictures of one person from the front and from two sides, all turned by so many degrees. */
  const pictures = (name: string, degrees: number, axis: number) =>
    [0, 0.4, -0.4].map((side, i) => {
      const { noise } = turned(degrees, 4);
      noise[axis] = side;
      return face(`${name}${i}`, 0, { noise });
    });

  it('does not join where two groups of three look alike, and both stay', () => {
    const b = pictures('b', 0, 1);
    const x = face('x', 0, turned(-44, 4));
    expect(togetherWith(clusterAll([...b, x, ...strangers], 1.3), 'x')).toEqual(['b0', 'b1', 'b2', 'x']);
    const alike = (other: ClusterFace[]) => clusterAll([...b, ...other, x, ...strangers], 1.3);
    const plan = alike(pictures('c', 44, 2));
    expect(['b0', 'c0', 'x'].map((id) => togetherWith(plan, id))).toEqual([
      ['b0', 'b1', 'b2'],
      ['c0', 'c1', 'c2'],
      ['x'],
    ]);
    expect(plan.suggestions).toContainEqual(expect.objectContaining({ a: 'new:b0', b: 'new:c0' }));
    expect(togetherWith(alike(pictures('c', 80, 2)), 'x')).toEqual(['b0', 'b1', 'b2', 'x']);
  });

  it('joins a pair only where the recogniser says that two faces are enough', () => {
    const pair = pictures('b', 0, 1).slice(1);
    const join = (groupMin: number) =>
      togetherWith(clusterAll([...pair, face('x', 0, turned(44, 4)), ...strangers], 1.3, groupMin), 'x');
    expect(join(3)).toEqual(['x']);
    expect(join(2)).toEqual(['b1', 'b2', 'x']);
  });

  it('does not join where somebody on one of the photos looks alike', () => {
    const b = pictures('b', 0, 1);
    const x = face('x', 0, turned(-44, 4));
    const besideC = (photoId: string) =>
      togetherWith(
        clusterAll([...b, face('c', 0, { ...turned(44, 4), photoId }), x, ...strangers], 1.3),
        'x',
      );
    expect(besideC('another')).toContain('b0');
    expect(besideC(b[0]!.photoId)).toEqual(['x']);
  });

  it('does not join copies of one picture, however many', () => {
    const copies = (name: string, degrees: number) =>
      [0, 1, 2, 3, 4].map((i) => face(`${name}${i}`, 0, turned(degrees + i, 4)));
    const plan = clusterAll([...copies('b', 0), face('x', 0, turned(48, 4)), ...strangers], 1.3);
    expect(togetherWith(plan, 'x')).toEqual(['x']);
    const bursts = clusterAll([...copies('b', 0), ...copies('c', 47).slice(0, 3), ...strangers], 1.3);
    expect(togetherWith(bursts, 'c0')).toEqual(['c0', 'c1', 'c2']);
  });
});

describe('two single faces just within the threshold', () => {
  // The threshold is .3 for all (45.6 degrees); two single faces have to be about .1 nearer (37 degrees).
  const { strangers } = cautious(0.3);
  const figures = { ...strangers, range: [0.3, 0.3] as const, singleFaceMarginDeviations: 1 };
  const calibrated = { threshold: 0.3, strangers: figures };
  const cluster = (faces: ClusterFace[], more: Partial<ClusterInput> = {}) =>
    clusterFaces({
      faces: [...faces, ...[5, 6, 7].map((person) => face(`s${person}`, person))],
      decisions: [],
      parameters: { metric: 'cosine', threshold: 0.3, mode: 'extend', calibration: calibrated },
      ...more,
    });
  const [a, b] = [face('a', 0), face('b', 0, turned(39))];
  // From another side; .18 from a, .36 from b.
  const third = face('c', 0, turned(35, 2));

  it('are a question, and one person where they are clearly within it', () => {
    const plan = cluster([a, b]);
    expect(togetherWith(plan, 'a')).toEqual(['a']);
    expect(plan.suggestions).toEqual([{ a: 'new:a', b: 'new:b', distance: expect.closeTo(0.223, 3) }]);
    expect(togetherWith(cluster([a, face('b', 0, turned(34))]), 'a')).toEqual(['a', 'b']);
  });

  it('are one person as soon as a picture that differs joins one of them', () => {
    const before = apply([a, b], cluster([a, b]));
    expect(new Set(before.map(({ personId }) => personId)).size).toBe(2);
    expect(togetherWith(cluster([...before, third]), 'b')).toEqual(['a', 'b', 'c']);
    expect(togetherWith(cluster([a, b, third]), 'b')).toEqual(['a', 'b', 'c']);
  });

  it('are none the nearer for a copy of the one picture', () => {
    const plan = cluster([a, face('copy', 0, turned(2, 2)), b]);
    expect(togetherWith(plan, 'a')).toEqual(['a', 'copy']);
    expect(plan.suggestions).toHaveLength(1);
  });

  it('stay one person where they were, also by a human’s word', () => {
    const together = [a, b].map((each) => ({ ...each, personId: 'anna' }));
    expect(togetherWith(cluster(together), 'a')).toEqual(['a', 'b']);
    const merged = together.map((each) => ({ ...each, manual: true }));
    const rebuild = { metric: 'cosine', threshold: 0.3, mode: 'rebuild', calibration: calibrated } as const;
    expect(togetherWith(cluster(merged, { parameters: rebuild }), 'a')).toEqual(['a', 'b']);
    expect(togetherWith(cluster(together, { parameters: rebuild }), 'a')).toEqual(['a']);
  });

  it('are one person where one threshold holds for all faces', () => {
    const parameters = { metric: 'cosine', threshold: 0.3, mode: 'extend' } as const;
    expect(togetherWith(cluster([a, b], { parameters }), 'a')).toEqual(['a', 'b']);
  });
});

describe('a single face that is nearly as near to somebody else', () => {
  // The threshold is .3 for all (45.6 degrees); the second has to be farther by .12.
  const calibrated = {
    threshold: 0.3,
    strangers: { ...calibration(0.3).strangers, range: [0.3, 0.3] as const },
  };
  const cluster = (faces: ClusterFace[], decisions: ClusterInput['decisions'] = []) =>
    clusterFaces({
      faces: [...faces, ...[5, 6, 7].map((person) => face(`s${person}`, person))],
      decisions,
      parameters: { metric: 'cosine', threshold: 0.3, mode: 'extend', calibration: calibrated },
    });
  const siblings = (onOnePhoto: boolean) => [
    face('a1', 0, { photoId: 'both' }),
    face('a2', 0, turned(20, 2)),
    face('b1', 0, { ...turned(80), ...(onOnePhoto ? { photoId: 'both' } : {}) }),
    face('b2', 0, turned(85)),
  ];
  const between = (degrees: number) => face('x', 0, turned(degrees));

  it('joins neither of two who are on one photo, and is asked about with both', () => {
    const plan = cluster([...siblings(true), between(40)]);
    expect(togetherWith(plan, 'x')).toEqual(['x']);
    const asked = plan.suggestions.filter(({ a, b }) => a === 'new:x' || b === 'new:x');
    expect(asked.flatMap(({ a, b }) => [a, b]).toSorted()).toEqual(['new:a1', 'new:b1', 'new:x', 'new:x']);
  });

  it('joins the nearer one where they are on no photo together, or where it is clearly nearer', () => {
    expect(togetherWith(cluster([...siblings(false), between(40)]), 'x')).toEqual(['a1', 'a2', 'x']);
    expect(togetherWith(cluster([...siblings(true), between(50)]), 'x')).toEqual(['b1', 'b2', 'x']);
  });

  it('joins neither of two whom a human has told apart', () => {
    const named = siblings(false).map((each) => ({
      ...each,
      personId: each.id.startsWith('a') ? 'mia' : 'lina',
    }));
    const decisions = ['mia', 'lina'].map((personId) => ({
      kind: 'keep-person' as const,
      personId,
      name: personId,
    }));
    expect(togetherWith(cluster([...named, between(40)], decisions), 'x')).toEqual(['x']);
    expect(togetherWith(cluster([...named, between(50)], decisions), 'x')).toEqual(['b1', 'b2', 'x']);
  });

  it('joins no other face that is beside the one where it is beside the other', () => {
    const [a, , b] = siblings(true);
    const apart = [a!, { ...b!, photoId: 'another' }];
    const faces = [between(32), face('y', 0, turned(48))];
    expect(togetherWith(cluster([...apart, ...faces]), 'x')).toContain('y');
    expect(togetherWith(cluster([a!, b!, ...faces]), 'x')).not.toContain('y');
  });

  it('joins once another picture of one of them comes that it is near to, and so does a copy of it', () => {
    const faces = [...siblings(true), between(40), face('copy', 0, turned(40.5))];
    expect(togetherWith(cluster(faces), 'x')).toEqual(['copy', 'x']);
    expect(togetherWith(cluster([...faces, face('b3', 0, turned(55))]), 'x')).toEqual([
      'b1',
      'b2',
      'b3',
      'copy',
      'x',
    ]);
  });
});

describe('a question', () => {
  it('is asked about the nearest three only, nearest first', () => {
    const degrees = [42, 43, 40, 43.5, 41];
    const others = degrees.map((angle, i) => face(`n${i}`, 0, turned(angle, i + 1)));
    const { suggestions } = clusterFaces(plain([face('a', 0), ...others]));
    expect(suggestions.map(({ b }) => b)).toEqual(['new:n2', 'new:n4', 'new:n0']);
  });

  it('is not asked where groups are near by their middles but not by their faces', () => {
    const wide = [face('a', 0, turned(18)), face('b', 0, turned(-18))];
    const { groups, suggestions } = clusterFaces(plain([...wide, face('c', 0, turned(41.7, 2))]));
    expect(groups).toHaveLength(2);
    expect(suggestions).toEqual([]);
  });

  it('is not asked where a face of the one is not the other, by a human’s word', () => {
    const anna = face('a', 0, { personId: 'anna' });
    const weak = face('c', 0, { ...turned(42), grade: 'weak' });
    const faces = [anna, face('b', 0, turned(42)), weak];
    expect(clusterFaces(plain(faces)).suggestions).toHaveLength(1);
    const decisions = [{ kind: 'rejection' as const, faceId: 'c', personId: 'anna' }];
    expect(clusterFaces(plain(faces, { decisions })).suggestions).toEqual([]);
  });
});

describe('the length of an embedding', () => {
  it.each([
    ['cosine', 1],
    ['euclidean_l2', 1],
    ['euclidean', 2],
  ] as const)('counts in euclidean alone: %s', (metric, groups) => {
    const long = { ...face('b', 0), embedding: face('b', 0).embedding.map((value) => 2 * value) };
    const parameters = { metric, threshold: 0.2, mode: 'extend' as const };
    expect(clusterFaces(plain([face('a', 0), long], { parameters })).groups).toHaveLength(groups);
  });
});

describe('two faces of one photo in one person', () => {
  it.each([
    ['the good one before the weak', { grade: 'weak', score: 0.95 }, {}],
    ['the surer', { score: 0.85 }, {}],
    ['the larger', { sizePx: 79 }, {}],
    ['the one a human put there', {}, { grade: 'weak', manual: true }],
  ] as const)('leave one: %s', (_, goes, stays) => {
    const at = { photoId: 'p', personId: 'anna' };
    const plan = clusterFaces(plain([face('a', 0, { ...at, ...goes }), face('b', 0, { ...at, ...stays })]));
    expect(togetherWith(plan, 'b')).toContain('b');
    expect(plan.groups.find(({ person }) => person === 'anna')?.faceIds).toEqual(['b']);
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
    const faces = [...anna, face('x', 0, { ...drift(1.1), personId: 'abe' })];
    expect(clusterFaces(plain(faces)).assignments).toEqual([]);
    const between = [face('m', 0, drift(0.7)), face('n', 0, drift(0.75)), face('o', 0, drift(0.6))];
    const plan = clusterFaces(plain([...faces, ...between]));
    expect(plan.assignments).toEqual(['m', 'n', 'o', 'x'].map((faceId) => ({ faceId, person: 'anna' })));
  });

  it('one between two named persons joins one of them, and never the two', () => {
    const faces = [
      face('a', 0, { personId: 'ada' }),
      face('k', 0, { ...turned(5), personId: 'kim' }),
      face('l', 0, { ...turned(-10), personId: 'lea' }),
    ];
    const decisions = ['kim', 'lea'].map((personId) => ({ kind: 'keep-person' as const, personId }));
    const plan = clusterFaces(plain(faces, { decisions }));
    expect(plan.assignments).toEqual([{ faceId: 'a', person: 'kim' }]);
    expect(plan.suggestions).toMatchObject([{ a: 'kim', b: 'lea' }]);
  });

  it.each(['aaa', null])(
    'a person known by a poor face is judged by good ones as soon as there are some (of %s)',
    (personId) => {
      const poor = face('w', 0, { noise: [0, 0.5], grade: 'weak', personId: 'anna' });
      const good = [face('a', 0, { personId }), face('b', 0, { noise: [0, -0.6] })];
      const decisions = [{ kind: 'keep-person' as const, personId: 'anna' }];
      const plan = clusterFaces(plain([poor, ...good], { decisions }));
      expect(togetherWith(plan, 'w')).toEqual(['a', 'b', 'w']);
    },
  );

  it('two named persons are never joined, but asked about', () => {
    const faces = [...anna, face('x', 0, { personId: 'anne' })];
    const decisions = ['anna', 'anne'].map((personId) => ({ kind: 'keep-person' as const, personId }));
    const plan = clusterFaces(plain(faces, { decisions }));
    expect(plan.assignments).toEqual([]);
    expect(plan.suggestions).toEqual([{ a: 'anna', b: 'anne', distance: expect.closeTo(0, 6) }]);
    const told = [{ kind: 'kept-apart' as const, personA: 'anne', personB: 'anna' }];
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
    const decisions = [{ kind: 'rejection' as const, faceId: 'c', personId: 'anna' }];
    const faces = [
      face('a', 0, { personId: 'anna' }),
      face('b', 0, turned(20)),
      face('c', 0, { ...turned(21), personId: 'anna' }),
    ];
    expect(togetherWith(clusterFaces(plain(faces)), 'b')).toEqual(['a', 'b', 'c']);
    const plan = clusterFaces(plain(faces, { decisions }));
    expect(togetherWith(plan, 'c')).toEqual(['b', 'c']);
    expect(clusterFaces(plain(apply(faces, plan), { decisions })).assignments).toEqual([]);
  });

  it('“not this person” also holds from the other side: the whole of its person stays away', () => {
    const faces = [face('a', 0, { personId: 'anna' }), face('b', 0, { ...turned(2), personId: 'ben' })];
    const decisions = [{ kind: 'rejection' as const, faceId: 'a', personId: 'ben' }];
    const plan = clusterFaces(plain(faces, { decisions }));
    expect([plan.assignments, plan.suggestions]).toEqual([[], []]);
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

  it('the part with most of its faces keeps the id, whichever comes first', () => {
    const parts = [
      face('a', 0, { ...drift(0.9), personId: 'one' }),
      ...['b', 'c'].map((id) => face(id, 0, { personId: 'one' })),
    ];
    const plan = clusterFaces(plain(parts, { parameters: stricter }));
    expect(plan.assignments).toEqual([{ faceId: 'a', person: 'new:a' }]);
  });

  it('a named one does not', () => {
    const decisions = [{ kind: 'keep-person' as const, personId: 'one' }];
    const plan = clusterFaces(plain(faces, { parameters: stricter, decisions }));
    expect(plan.assignments).toEqual([]);
  });

  describe('a named person', () => {
    const decisions = [{ kind: 'keep-person' as const, personId: 'one' }];
    const unseen = { personId: 'one', unseen: true };
    /** Named with a and b; the machine added the others: c is near, d and e are strangers. */
    const grown = [
      face('a', 0, { personId: 'one' }),
      face('b', 0, { ...turned(5), personId: 'one' }),
      face('c', 0, { ...turned(12), ...unseen }),
      face('d', 0, { ...turned(80, 2), ...unseen }),
      face('e', 0, { ...turned(80, 3), ...unseen }),
    ];
    const at = (threshold: number, mode: 'rebuild' | 'extend' = 'rebuild') =>
      ({ metric: 'cosine', threshold, mode }) as const;
    const leaving = (faces: ClusterFace[], parameters: ReturnType<typeof at>) =>
      clusterFaces(plain(faces, { decisions, parameters }))
        .assignments.map(({ faceId }) => faceId)
        .sort();

    it('gives back what the machine added since, where the threshold does not reach it any more', () => {
      expect(leaving(grown, at(0.05))).toEqual(['d', 'e']);
      expect(leaving(grown, at(1))).toEqual([]);
      expect(leaving(grown, at(0.05, 'extend'))).toEqual([]);
    });

    it('keeps what a human has seen or placed, however far', () => {
      const seen = grown.map((each) => ({ ...each, unseen: false }));
      const placed = grown.map((each) => ({ ...each, manual: each.id === 'd' }));
      expect(leaving(seen, at(0.05))).toEqual([]);
      expect(leaving(placed, at(0.05))).toEqual(['e']);
    });

    it('keeps a face that is far from the only one it was named by, but near to the rest', () => {
      const turning = [0, 25, 28, 31, 34].map((degrees, i) =>
        face(`${degrees}`, 0, { ...turned(degrees), personId: 'one', unseen: i > 0 }),
      );
      expect(leaving(turning, at(0.05))).toEqual([]);
    });

    it('keeps all where no face that a human saw can be compared', () => {
      const none = grown.map((each) => ({ ...each, unseen: true }));
      expect(leaving(none, at(0.05))).toEqual([]);
    });
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

describe('a crowd', () => {
  it('hides no likeness, though each has more neighbours than are looked at in one go', () => {
    const crowd = (name: string, degrees: number) =>
      Array.from({ length: 70 }, (_, i) => face(`${name}${i}`, 0, turned(degrees)));
    const faces = [
      ...crowd('b', -5),
      ...crowd('c', 35),
      face('x', 0, { ...turned(0), photoId: 'photo-b0' }),
      face('z', 0, { ...turned(30), photoId: 'photo-c0' }),
    ];
    expect(togetherWith(clusterFaces(plain(faces)), 'x')).toEqual(['x', 'z']);
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
