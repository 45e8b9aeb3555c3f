import { type RawBuilder, sql } from 'kysely';
import { ages } from '#server/contract/ages.ts';
import type { CurrentConsent, Purpose } from '#server/contract/consent.ts';

/**
 * The rule of consent: what holds for a person and a purpose now, computed from all valid answers by the function of that name
 * (migration 20261210T1700). Its readable model is tests/server/consent/current-consent-model.ts: change both,
 * current-consent.property.test.ts checks that they agree. What is shown when the answer is `unknown` is decided elsewhere:
 * hide-or-blur-for-outsiders.sql.ts.
 * @param clubPersonId a parameter, or a column
 * @param today the server's date, YYYY-MM-DD: ages and ends count from its midnight
 * @param without the id of an answer that is not counted
 */
export function currentConsentOf(
  clubPersonId: RawBuilder<unknown>,
  purpose: Purpose,
  today: string,
  without: RawBuilder<unknown> = sql`null`,
): RawBuilder<CurrentConsent> {
  return sql`current_consent(${clubPersonId}, ${purpose}, ${today}::date, ${sql.lit(ages.ownYes)}, ${sql.lit(ages.adult)}, ${without})`;
}

/**
 * Whether a person is looked for in photos that are about to leave the club: agreed to `guard`, while `outside` is refused.
 * @param clubPersonId as in `currentConsentOf`
 */
export const isGuarded = (clubPersonId: RawBuilder<unknown>, today: string): RawBuilder<boolean> =>
  sql<boolean>`(${currentConsentOf(clubPersonId, 'guard', today)} = 'yes'
    and ${currentConsentOf(clubPersonId, 'outside', today)} = 'no')`;

/** Whether what the family said about persons of galleries is kept: to find somebody, or because a refusal holds for these photos. */
export const keepsAnswers = (clubPersonId: RawBuilder<unknown>, today: string): RawBuilder<boolean> =>
  sql<boolean>`(${currentConsentOf(clubPersonId, 'find', today)} = 'yes'
    or ${currentConsentOf(clubPersonId, 'outside', today)} = 'no')`;

/**
 * Whether the same source (the person, one guardian, paper) has answered for the same purpose again. Guardians whose accounts
 * were deleted count as one source.
 * @param answer the alias of a consent, not `later`
 */
export function isReplaced(answer: string): RawBuilder<boolean> {
  const column = (name: string) => sql.ref(`${answer}.${name}`);
  return sql<boolean>`exists (
    select 1 from consent later
    where later.club_person_id = ${column('club_person_id')} and later.purpose = ${column('purpose')}
      and later.said_as = ${column('said_as')}
      and (later.said_as = 'paper' or later.said_by is not distinct from ${column('said_by')})
      and (later.said_at, later.id) > (${column('said_at')}, ${column('id')}))`;
}
