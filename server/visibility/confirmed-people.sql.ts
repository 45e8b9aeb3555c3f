import { type RawBuilder, sql } from 'kysely';

/**
 * Persons of galleries that a human confirmed to be this person of a club: an editor by a link, or the family,
 * whose answer comes first. The band `confirmed` of matches.sql.ts; guesses are not among them.
 */
export const peopleConfirmedAs = (clubPersonId: string): RawBuilder<unknown> => sql`(
  select q.person_id from link_question q where q.club_person_id = ${clubPersonId}::uuid and q.answer = 'yes'
  union
  select l.person_id from club_person_link l
  where l.club_person_id = ${clubPersonId}::uuid and not exists (
    select 1 from link_question q
    where q.person_id = l.person_id and q.club_person_id = l.club_person_id and q.answer <> 'yes'))`;
