import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { samePersonThresholds } from '#ml/parameters/same-person-thresholds.ts';
import {
  limitsOf,
  measured,
  withinLimits,
} from '#server/features/faces/my-photos/apply-search-thresholds.sql.ts';
import { searchThresholds } from '#server/features/faces/my-photos/search-thresholds.ts';
import { newId } from '#server/ids.ts';
import { startTestAppBeforeAll } from '#tests/support/test-app.ts';

const app = startTestAppBeforeAll();
/** Between these the distances of strangers lie, evenly: none is winsorised. */
const [NEAREST, FARTHEST] = [0.66, 1.1];

function thresholdsOf(recogniser: string, purpose: 'family' | 'photo-search' = 'family') {
  const { thresholds, strangers } = samePersonThresholds[recogniser]!;
  const calibrations = { [recogniser]: { threshold: thresholds.cosine!, strangers: strangers! } };
  return searchThresholds({ thresholds: { [recogniser]: thresholds }, calibrations }, recogniser, purpose);
}

/** Rows of a search that compares one target with `count` strangers. */
const strangersAmong = (count: number) => sql`
  select ${newId()}::uuid as club_person_id, gen_random_uuid() as person_id,
    ${NEAREST}::float + (n - 1) * ${(FARTHEST - NEAREST) / (count - 1)}::float as distance
  from generate_series(1, ${sql.lit(count)}) n`;

async function limitsAmong(
  count: number,
  thresholds: ReturnType<typeof thresholdsOf>,
  isBesideSibling = false,
) {
  const { rows } = await sql<{ probable: number; question: number; within: number }>`
    with measured as materialized (${measured(strangersAmong(count), thresholds)}),
      limits as materialized (${limitsOf(thresholds, sql.lit(isBesideSibling))})
    select probable, question, (select count(*)::int from (${withinLimits}) within) as within from limits`.execute(
    app.ctx.db,
  );
  return rows[0]!;
}

/** Written apart from the product. */
function expected(count: number, thresholds: ReturnType<typeof thresholdsOf>, least: number, most: number) {
  const { mean, deviation, priorStrangers, crowd } = thresholds.strangers!;
  const distances = Array.from(
    { length: count },
    (_, i) => NEAREST + (i * (FARTHEST - NEAREST)) / (count - 1),
  );
  const all = priorStrangers + count;
  const mu = (priorStrangers * mean + distances.reduce((sum, d) => sum + d, 0)) / all;
  const squares =
    (priorStrangers * (mean ** 2 + deviation ** 2) + distances.reduce((sum, d) => sum + d * d, 0)) / all;
  const tenfolds = Math.max(0, Math.log10(count / crowd.persons));
  return mu - Math.min(most, least + crowd.morePerTenfold * tenfolds) * Math.sqrt(squares - mu * mu);
}

test.each([10, 100, 300, 900, 3_000, 30_000])('among %i persons a find has to be nearer', async (count) => {
  for (const recogniser of ['sface', 'mobilefacenet', 'edgeface_xs'])
    for (const [purpose, more] of [
      ['family', 0],
      ['photo-search', 0.25],
    ] as const) {
      const thresholds = thresholdsOf(recogniser, purpose);
      const { deviations } = samePersonThresholds[recogniser]!.strangers!.search;
      const { probable, within } = await limitsAmong(count, thresholds);
      const certain = thresholds.strangers!.certainBelow;
      const wanted = expected(count, thresholds, deviations + more, 6.5);
      expect(probable).toBeCloseTo(Math.max(certain, Math.min(thresholds.probable.largest, wanted)), 6);
      expect(within).toBe(0);
    }
});

test('beside a sibling who is not looked for a find has to be nearer still, among any number, and a question as near', async () => {
  for (const recogniser of ['sface', 'mobilefacenet', 'edgeface_xs'])
    for (const count of [10, 900, 30_000]) {
      const thresholds = thresholdsOf(recogniser);
      const { deviations, moreBesideSibling } = samePersonThresholds[recogniser]!.strangers!.search;
      const { probable, question } = await limitsAmong(count, thresholds, true);
      const wanted = expected(count, thresholds, deviations + moreBesideSibling, 6.5 + moreBesideSibling);
      const certain = thresholds.strangers!.certainBelow;
      expect(probable).toBeCloseTo(Math.max(certain, Math.min(thresholds.probable.largest, wanted)), 6);
      expect(question).toBe((await limitsAmong(count, thresholds)).question);
    }
});

test('the limit of questions is the same among any number', async () => {
  const thresholds = thresholdsOf('mobilefacenet');
  for (const count of [300, 30_000]) {
    const { question } = await limitsAmong(count, thresholds);
    const wanted = expected(count, thresholds, 3.1, 3.1);
    expect(question).toBeCloseTo(Math.min(thresholds.question.largest, wanted), 6);
  }
});

test('without calibration the largest distances are the limits, and what is nearer is within', async () => {
  const thresholds = { ...thresholdsOf('mobilefacenet'), strangers: null };
  thresholds.question = { ...thresholds.question, largest: (NEAREST + FARTHEST) / 2 };
  expect(await limitsAmong(101, thresholds)).toEqual({
    probable: thresholds.probable.largest,
    question: thresholds.question.largest,
    within: 51,
  });
});
