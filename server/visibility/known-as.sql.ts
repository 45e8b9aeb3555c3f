import { type RawBuilder, sql } from 'kysely';

type KnownAs = { person_id: string; club_id: string; club_person_id: string };

/** What a family said about its own, as long as no editor linked somebody else of the club. */
const saidByFamily = sql`
  select said.person_id, of_club.club_id, said.club_person_id
  from link_question said join club_person of_club on of_club.id = said.club_person_id
  where said.answer = 'yes'
    and not exists (
      select from club_person_link l where l.person_id = said.person_id and l.club_id = of_club.club_id)`;

/**
 * Which people of clubs the persons of galleries are, for what people outside the club are shown: rows `(person_id, club_id,
 * club_person_id)`. Editors say so by links. What a family said about its own counts at once, but not against an editor who said no or
 * linked somebody else of the club.
 */
export const knownAs: RawBuilder<KnownAs> = sql`(
  select person_id, club_id, club_person_id from club_person_link
  union all ${saidByFamily}
    and not exists (
      select from declined_link d where d.person_id = said.person_id and d.club_person_id = said.club_person_id))`;

/**
 * The same for refusals, which must not wait for an editor: what a family said counts against an editor's no, too, because of two answers
 * the one that shows less holds.
 */
export const knownForRefusals: RawBuilder<KnownAs> = sql`(
  select person_id, club_id, club_person_id from club_person_link union all ${saidByFamily})`;
