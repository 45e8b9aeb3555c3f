import type { Purpose } from '#server/contract/consent.ts';
import type { ClubPerson } from '#server/contract/schemas/club-people.ts';
import type { PaperConsent } from '#server/contract/schemas/family.ts';
import { isAdult } from './is-adult.ts';

export type WhyConsent = 'paper' | 'family' | 'own' | 'own_missing';

/** Why a no holds, or no answer beside a yes on paper, as far as the club may know it: never who of the family said no. */
export function whyConsent(
  person: Pick<ClubPerson, 'consents' | 'born_on' | 'user_id'>,
  purpose: Purpose,
  papers: readonly PaperConsent[],
  today: string,
): WhyConsent | null {
  const paper = papers.find(
    (each) => each.purpose === purpose && (each.valid_until === null || each.valid_until >= today),
  );
  const holds = person.consents[purpose];
  if (holds === 'unknown') return paper?.answer === 'yes' ? 'own_missing' : null;
  if (holds === 'yes') return null;
  if (paper && paper.answer !== 'yes') return 'paper';
  return isAdult(person.born_on, today) && person.user_id !== null ? 'own' : 'family';
}
