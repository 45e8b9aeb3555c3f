import { ages } from '#server/contract/ages.ts';
import type { CurrentConsent } from '#server/contract/consent.ts';

/** The last answer of one source that is still valid; null: none. */
export type LastAnswer = 'yes' | 'no' | 'withdrawn' | null;

export interface ConsentFacts {
  /** Null: the date of birth is not known. */
  ageYears: number | null;
  /** Of the person's own account; undefined where it has none that is a member. */
  self: LastAnswer | undefined;
  /** Of each confirmed guardian who is a member. */
  guardians: readonly LastAnswer[];
  /** The last one the club wrote down from paper. */
  paper: LastAnswer;
  /**
   * Somebody refused, maybe a guardian who has left the club, and neither the same account nor a paper has answered since;
   * false for purposes other than `outside`.
   */
  refusedBefore: boolean;
}

/**
 * The strictest answer of all who may answer. The server runs the same rule in SQL
 * (server/visibility/current-consent.sql.ts); this is its readable model, with which the tests compare it. A `no` of
 * anybody counts; a `yes` needs a guardian or paper, from 14 the child's own account too, where it has one. From 18 on the
 * guardians of a person answer no more; what they said last stays in force until the person answers. A refusal of photos
 * outside the club outlasts the guardianship, until somebody who may answer now does so.
 */
export function currentConsent({
  ageYears,
  self,
  guardians,
  paper,
  refusedBefore,
}: ConsentFacts): CurrentConsent {
  const isAdult = ageYears !== null && ageYears >= ages.adult;
  if (isAdult && self) return self === 'yes' && !refuses(paper) ? 'yes' : 'no';
  const answers = [self ?? null, paper, ...guardians];
  if (answers.some(refuses)) return 'no';
  const answered = guardians.some(Boolean) || (self && (isAdult || ageYears === null));
  if (refusedBefore && !answered) return 'no';
  const forTheChild = paper === 'yes' || guardians.includes('yes');
  // A person of unknown age without guardians counts as an adult.
  if (ageYears === null && guardians.length === 0) return self === 'yes' || forTheChild ? 'yes' : 'unknown';
  const needsOwnYes = ageYears !== null && ageYears >= ages.ownYes && !isAdult && self !== undefined;
  return forTheChild && (!needsOwnYes || self === 'yes') ? 'yes' : 'unknown';
}

const refuses = (answer: LastAnswer) => answer === 'no' || answer === 'withdrawn';
