import { type RawBuilder, sql } from 'kysely';
import { isGuarded } from './current-consent.sql.ts';
import { isTakenDown } from './is-taken-down.sql.ts';

/**
 * Persons of galleries of whom an editor said that they are not somebody who is looked for before photos leave the club, as far as
 * their family has not answered and nobody is linked: people outside see them because of that *no* alone.
 */
export const declinedByEditors = (
  clubPersonId: RawBuilder<unknown>,
  today: string,
): RawBuilder<{ person_id: string; gallery_id: string }> => sql`(
  select declined.person_id, person.gallery_id
  from declined_link declined join person on person.id = declined.person_id
    join club_person meant on meant.id = declined.club_person_id
  where meant.id = ${clubPersonId} and ${isGuarded(sql.ref('meant.id'), today)}
    and not exists (
      select from club_person_link l where l.person_id = declined.person_id and l.club_id = meant.club_id)
    and not exists (
      select from link_question said where said.person_id = declined.person_id
        and said.club_person_id = meant.id and said.answer <> 'open')
    and exists (
      select from assignment placed join face on face.id = placed.face_id
      where placed.person_id = declined.person_id and not ${isTakenDown(sql.ref('face.photo_id'))}))`;
