import { type RawBuilder, sql } from 'kysely';

/** Limits of cosine distances between references and the faces of a person; see search-thresholds.ts. */
export interface SearchThresholds {
  recogniser: string;
  probable: Limit;
  /** Instead of `probable` where the family has another child who is not looked for. */
  probableBesideSibling: Limit;
  question: Limit;
  /** How much nearer somebody has to be than another of the family, as a cosine distance. */
  relativeMargin: number;
  /** What is expected of strangers before any is seen; null: the largest distances alone are the limits. */
  strangers: {
    mean: number;
    deviation: number;
    priorStrangers: number;
    ignoreNearerThan: number;
    winsoriseAt: number;
    certainBelow: number;
    /** Among more than `persons` persons, each ten times as many add `morePerTenfold` deviations. */
    crowd: { persons: number; morePerTenfold: number };
  } | null;
}
interface Limit {
  largest: number;
  /**
   * How far a limit lies below the mean distance of strangers, in standard deviations: among few persons, and at most among
   * many.
   */
  deviations: { least: number; most: number };
}

/**
 * Quartiles of the distances, which the few persons who are the one looked for hardly move. The first and the third are 1.349
 * standard deviations apart in a normal distribution.
 */
const quarters = [0.25, 0.5, 0.75];
const DEVIATIONS_BETWEEN_QUARTERS = 1.349;

/**
 * One row for each target with all its distances, as `measured`. Arrays instead of joins: Postgres knows little of how many
 * people a search compares, and would compare all with all.
 * @param distances rows `(club_person_id, person_id, distance)`
 */
export const measured = (
  distances: RawBuilder<unknown>,
  { strangers }: SearchThresholds,
): RawBuilder<unknown> => sql`
  select club_person_id, array_agg(person_id) as person_ids, array_agg(distance) as distances,
    percentile_cont(${quarters}::float[]) within group (order by distance)
      filter (where distance > ${strangers?.ignoreNearerThan ?? 0}::float) as quarters
  from (${distances} offset 0) near group by club_person_id`;

/**
 * The limits of each person looked for follow the distances to all persons it is compared with: a child is nearer to other
 * children than an adult to adults. A limit lies a number of standard deviations below the mean of these distances; mean and
 * deviation are averaged with what is expected of strangers.
 *
 * The distances are winsorised: one that is farther below the median than `winsoriseAt` deviations, estimated from the
 * quartiles, counts as if it were this far below. In a small team every tenth person may be the one looked for, once in each
 * gallery; counted as strangers, such small distances would leave nothing below the limit. Among more persons, more are near
 * by chance, so the limit is lower (as in Bonferroni's correction).
 * @param isBesideSibling whether `probableBesideSibling` holds, for all targets
 */
export function limitsOf(
  { probable, probableBesideSibling, question, strangers }: SearchThresholds,
  isBesideSibling: RawBuilder<unknown> = sql`false`,
): RawBuilder<unknown> {
  const limits = (limit: (of: Limit) => RawBuilder<unknown>) => sql`
    case when ${isBesideSibling} then ${limit(probableBesideSibling)} else ${limit(probable)} end as probable,
    ${limit(question)} as question`;
  if (!strangers)
    return sql`select measured.*, ${limits(({ largest }) => sql`${largest}::float`)} from measured`;
  const { mean, deviation, priorStrangers, ignoreNearerThan, winsoriseAt, certainBelow, crowd } = strangers;
  const among = ({ least, most }: Limit['deviations']) => sql`least(${most}::float, ${least}::float
    + ${crowd.morePerTenfold}::float * log(greatest(1, persons / ${crowd.persons}::float)))`;
  const limit = ({ largest, deviations }: Limit) =>
    sql`greatest(${certainBelow}::float,
      least(${largest}::float, mean - ${among(deviations)} * sqrt(greatest(0, squares - mean ^ 2))))`;
  const nearest = sql`quarters[2]
    - ${winsoriseAt / DEVIATIONS_BETWEEN_QUARTERS}::float * (quarters[3] - quarters[1])`;
  return sql`
    select counted.*, ${limits(limit)} from (
      select measured.*, persons,
        (${priorStrangers * mean}::float + coalesce(sum, 0)) / (${priorStrangers}::float + persons) as mean,
        (${priorStrangers * (mean ** 2 + deviation ** 2)}::float + coalesce(sum_of_squares, 0))
          / (${priorStrangers}::float + persons) as squares
      from measured cross join lateral (
        select count(*) as persons, sum(winsorised) as sum, sum(winsorised ^ 2) as sum_of_squares
        from (select greatest(distance, ${nearest}) as winsorised from unnest(distances) distance
          where distance > ${ignoreNearerThan}::float) strangers
      ) strangers) counted`;
}

/** Rows `(club_person_id, person_id, distance, probable)` of `limits` that are near enough for a question. */
export const withinLimits = sql`
  select limits.club_person_id, near.person_id, near.distance, limits.probable
  from limits cross join lateral unnest(limits.person_ids, limits.distances) near(person_id, distance)
  where near.distance <= limits.question`;
