import { type RawBuilder, sql } from 'kysely';
import { ages } from '#server/contract/ages.ts';
import type { CurrentConsent, Purpose } from '#server/contract/consent.ts';

/**
 * The rule of consent: what holds for a person and a purpose now, computed from all valid answers. Its readable model is
 * tests/server/consent/current-consent-model.ts: change both, current-consent.property.test.ts checks that they agree. What is
 * shown when the answer is `unknown` is decided elsewhere: hide-or-blur-for-outsiders.sql.ts.
 * @param clubPersonId a parameter, or a column; its table must have another alias than `asked_person`, which the statement uses
 * @param today the server's date, YYYY-MM-DD: ages and ends count from its midnight
 * @param answers the table of answers, or a part of it in parentheses
 */
export function currentConsentOf(
  clubPersonId: RawBuilder<unknown>,
  purpose: Purpose,
  today: string,
  answers: RawBuilder<unknown> = sql`consent`,
): RawBuilder<CurrentConsent> {
  const day = sql`${today}::date`;
  const isMember = (userId: RawBuilder<unknown>) => sql`exists (
    select 1 from club_membership m join app_user u on u.id = m.user_id
    where m.club_id = asked_person.club_id and m.user_id = ${userId} and m.status = 'approved' and u.is_active)`;
  /** The last answer of a source that is valid today. */
  const last = (source: RawBuilder<unknown>) => sql`(
    select c.answer from ${answers} c
    where c.club_person_id = asked_person.id and c.purpose = ${purpose} and ${source}
      and (c.valid_until is null or c.valid_until >= ${day})
    order by c.said_at desc, c.id desc limit 1)`;
  const refusedBefore =
    purpose === 'outside'
      ? isRefusedByAnybody(answers, sql`asked_person.id`, purpose, day)
      : sql<boolean>`false`;
  /**
   * An earlier refusal, maybe of a former guardian, counts until a present guardian answers, or the person if adult or of
   * unknown age.
   */
  const earlierRefusalCounts = sql`refused_before and not answered and (self is null or age < ${ages.adult})`;
  return sql<CurrentConsent>`(
    select case
      when age >= ${ages.adult} and self is not null
        then case when self = 'yes' and paper is distinct from 'no' and paper is distinct from 'withdrawn'
          then 'yes' else 'no' end
      when self in ('no', 'withdrawn') or paper in ('no', 'withdrawn') or refused then 'no'
      when ${earlierRefusalCounts} then 'no'
      when age is null and guardians = 0 then case when self = 'yes' or paper = 'yes' then 'yes' else 'unknown' end
      when (paper = 'yes' or agreed)
        and (age is null or age < ${ages.ownYes} or age >= ${ages.adult} or not has_self or self = 'yes')
        then 'yes'
      else 'unknown'
    end
    from (
      select
        extract(year from age(${day}, asked_person.born_on))::int as age,
        asked_person.user_id is not null and ${isMember(sql`asked_person.user_id`)} as has_self,
        case when asked_person.user_id is not null and ${isMember(sql`asked_person.user_id`)}
          then ${last(sql`c.said_as = 'self' and c.said_by = asked_person.user_id`)} end as self,
        ${last(sql`c.said_as = 'paper'`)} as paper,
        ${refusedBefore} as refused_before,
        g.guardians, g.answered, g.refused, g.agreed
      from club_person asked_person,
      lateral (
        select count(*)::int as guardians,
          coalesce(bool_or(answer is not null), false) as answered,
          coalesce(bool_or(answer in ('no', 'withdrawn')), false) as refused,
          coalesce(bool_or(answer = 'yes'), false) as agreed
        from (
          select ${last(sql`c.said_as = 'guardian' and c.said_by = gs.user_id`)} as answer
          from guardianship gs
          where gs.club_person_id = asked_person.id and gs.state = 'confirmed' and ${isMember(sql`gs.user_id`)}
        ) each
      ) g
      where asked_person.id = ${clubPersonId}
    ) facts)`;
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
 * Whether a valid refusal of any source is followed neither by an answer of the same source nor by one on paper. The source
 * may be a guardian who has left the club. A refusal of a deleted account is followed by no answer of its own, because the
 * rows no longer say which account gave them.
 */
function isRefusedByAnybody(
  answers: RawBuilder<unknown>,
  clubPersonId: RawBuilder<unknown>,
  purpose: Purpose,
  day: RawBuilder<unknown>,
) {
  return sql<boolean>`exists (
    select 1 from ${answers} refusal
    where refusal.club_person_id = ${clubPersonId} and refusal.purpose = ${purpose}
      and refusal.answer in ('no', 'withdrawn') and (refusal.valid_until is null or refusal.valid_until >= ${day})
      and not exists (
        select 1 from ${answers} later
        where later.club_person_id = refusal.club_person_id and later.purpose = refusal.purpose
          and (later.said_as = 'paper' or (later.said_as = refusal.said_as and later.said_by = refusal.said_by))
          and (later.valid_until is null or later.valid_until >= ${day})
          and (later.said_at, later.id) > (refusal.said_at, refusal.id)))`;
}

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
