import { type RawBuilder, sql } from 'kysely';
import { consentAges } from '#server/contract/consent.ts';

/**
 * The people of clubs whose photos a user asks for: the user, and the children the user is a confirmed guardian of, while
 * the user is a member of the club and the child is no adult.
 * @param today the server's date, YYYY-MM-DD
 */
export const isOfFamily = (
  clubPersonId: RawBuilder<unknown>,
  userId: string,
  today: string,
): RawBuilder<boolean> => sql<boolean>`exists (
  select 1 from club_person own
  join club_membership m on m.club_id = own.club_id and m.user_id = ${userId}::uuid and m.status = 'approved'
  where own.id = ${clubPersonId} and (
    own.user_id = ${userId}::uuid
    or (
      (own.born_on is null or extract(year from age(${today}::date, own.born_on)) < ${consentAges.adult})
      and exists (select 1 from guardianship g
        where g.club_person_id = own.id and g.user_id = ${userId}::uuid and g.state = 'confirmed'))))`;
