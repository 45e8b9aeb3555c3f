import { expect, test } from 'vitest';
import { gradeFamilies, interval } from '#scripts/evaluate/families.ts';

/** Thirteen families of two, four faces each. Twins of the first `alike` families have one face. */
function families(alike: number) {
  const names = Array.from({ length: 13 }, (_, family) => [`${family}/a`, `${family}/b`] as const);
  const faces = names.flatMap((pair, family) =>
    pair.flatMap((who, member) =>
      Array.from({ length: 4 }, (_, k) => {
        const embedding = new Float32Array(30).fill(0.01 * k);
        embedding[2 * family + (family < alike ? 0 : member)] = 1;
        const id = `${who} ${k}`;
        return {
          id,
          photoId: id,
          who,
          embedding,
          grade: 'core' as const,
          score: 1,
          sizePx: 100,
          personId: null,
          manual: false,
        };
      }),
    ),
  );
  return { faces, siblings: names };
}

const grade = (alike: number) => {
  const { faces, siblings } = families(alike);
  return gradeFamilies(faces, siblings, { threshold: 0.4, calibration: undefined });
};

test('siblings who look different are kept apart', () => {
  for (const quality of grade(0))
    expect(quality).toMatchObject({
      pairs: 240,
      mixed: 0,
      thoroughlyMixed: 0,
      strangersMixed: 0,
      bCubedPrecision: expect.closeTo(1),
    });
});

test('twins are one person, unless pictures show them together', () => {
  const [together, never] = grade(13);
  expect(never).toMatchObject({
    together: 0,
    pairs: 240,
    mixed: 240,
    thoroughlyMixed: 240,
    strangersMixed: 0,
  });
  expect(together!.together).toBe(2);
  expect(together!.thoroughlyMixed).toBeLessThan(never!.thoroughlyMixed);
});

test('an interval holds the share, and narrows with the number', () => {
  // Wilson, 16 of 132: by the formula 7.6 to 18.8 %.
  const [lowest, highest] = interval(16, 132);
  expect([lowest, highest]).toEqual([expect.closeTo(0.076, 3), expect.closeTo(0.188, 3)]);
});
