import { type RawBuilder, sql } from 'kysely';
import { areNamesakes } from '#server/visibility/full-name.sql.ts';

type KnownAs = { person_id: string; club_id: string; club_person_id: string };

/** What a family said about its own. */
const saidByFamily = sql`
  select said.person_id, of_club.club_id, said.club_person_id
  from link_question said join club_person of_club on of_club.id = said.club_person_id
  where said.answer = 'yes'`;

/**
 * Which people of clubs the persons of galleries are, for what people outside the club are shown: rows `(person_id, club_id,
 * club_person_id)`. Editors say so by links. What a family said about its own counts at once, but not against an editor who said no or
 * linked somebody else of the club.
 */
export const knownAs: RawBuilder<KnownAs> = sql`(
  select person_id, club_id, club_person_id from club_person_link
  union all ${saidByFamily}
    and not exists (select from club_person_link l where l.person_id = said.person_id and l.club_id = of_club.club_id)
    and not exists (
      select from declined_link d where d.person_id = said.person_id and d.club_person_id = said.club_person_id))`;

/**
 * Whether the person of a gallery is linked to this person of a club, or to another of it by another name. A link to a namesake says
 * nothing: it may have been meant for the other.
 * @param listed alias of `club_person`
 */
export const isLinkedPastNamesakes = (
  personId: RawBuilder<unknown>,
  listed: string,
): RawBuilder<boolean> => sql<boolean>`exists (
  select from club_person_link l join club_person linked on linked.id = l.club_person_id
  where l.person_id = ${personId} and l.club_id = ${sql.ref(`${listed}.club_id`)}
    and not ${areNamesakes('linked', listed)})`;

/** Namesakes of whom somebody was linked, where both were listed then, until an editor or the family says that it is not them. */
const namesakesOfLinked = sql`
  select link.person_id, link.club_id, other.id
  from club_person_link link join club_person linked on linked.id = link.club_person_id
    join club_person other on ${areNamesakes('linked', 'other')} and other.named_at <= link.created_at
  where not exists (
      select from declined_link d where d.person_id = link.person_id and d.club_person_id = other.id)
    and not exists (
      select from link_question q where q.person_id = link.person_id and q.club_person_id = other.id and q.answer = 'no')`;

/**
 * The same for refusals, which must not wait for an editor: what a family said counts against an editor's no, too, because of two answers
 * the one that shows less holds. And a link to one of two people of one name leaves out nothing that the other refused.
 */
export const knownForRefusals: RawBuilder<KnownAs> = sql`(
  select person_id, club_id, club_person_id from club_person_link union all ${saidByFamily}
    and not ${isLinkedPastNamesakes(sql.ref('said.person_id'), 'of_club')}
  union all ${namesakesOfLinked})`;
