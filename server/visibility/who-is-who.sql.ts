import { type RawBuilder, sql } from 'kysely';
import { currentConsentOf, isGuarded } from './current-consent.sql.ts';
import { areNamesakes } from './full-name.sql.ts';
import { isClubOfGallery } from './gallery-visibility.sql.ts';
import { isShownOutside } from './is-gallery-shown-outside.sql.ts';
import { isTakenDown } from './is-taken-down.sql.ts';

/**
 * Which people of clubs the persons of galleries are. Who they are is ranked by the view `who_is_who` alone: `for_family`, `for_outside`,
 * `for_refusal` (its migration describes them). Here is what nobody has said yet.
 */

/**
 * Whether an editor has answered whether the person of a gallery is this person of a club: by *no*, or by a link to another of it by
 * another name. A link to a namesake is no answer: it may have been meant for the other.
 * @param listed alias of `club_person`
 */
export const isAnsweredByEditor = (personId: RawBuilder<unknown>, listed: string): RawBuilder<boolean> =>
  sql<boolean>`(
  exists (
    select from club_person_link l join club_person linked on linked.id = l.club_person_id
    where l.person_id = ${personId} and l.club_id = ${sql.ref(`${listed}.club_id`)}
      and not ${areNamesakes('linked', listed)})
  or ${isDeclined(personId, sql.ref(`${listed}.id`))})`;

/** Whether an editor said that the person of a gallery is not this person of a club. */
export const isDeclined = (personId: RawBuilder<unknown>, clubPersonId: RawBuilder<unknown>) =>
  sql<boolean>`exists (
    select from declined_link d where d.person_id = ${personId} and d.club_person_id = ${clubPersonId})`;

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

/**
 * Whether somebody refused to be shown outside, and a gallery of their club is shown there with photos of which nobody has said
 * that they are on them: the refusal leaves nothing out yet.
 * @param refuser alias of a row of `club_person`
 */
export const isUnheardRefusal = (
  refuser: string,
  galleryId: RawBuilder<unknown>,
  today: string,
  now: Date,
): RawBuilder<boolean> => sql<boolean>`(
  ${isClubOfGallery(sql.ref(`${refuser}.club_id`), galleryId)} and ${isShownOutside(galleryId, now)}
  and exists (select from photo of_gallery where of_gallery.gallery_id = ${galleryId})
  and ${currentConsentOf(sql.ref(`${refuser}.id`), 'outside', today)} = 'no'
  and not exists (
    select from who_is_who known join person placed on placed.id = known.person_id
    where known.for_refusal and known.club_person_id = ${sql.ref(`${refuser}.id`)} and placed.gallery_id = ${galleryId}))`;
