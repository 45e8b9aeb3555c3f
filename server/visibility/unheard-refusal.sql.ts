import { type RawBuilder, sql } from 'kysely';
import { currentConsentOf } from './current-consent.sql.ts';
import { isClubOfGallery } from './gallery-visibility.sql.ts';
import { isShownOutside } from './is-shown-outside.sql.ts';
import { knownForRefusals } from './known-as.sql.ts';

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
    select from ${knownForRefusals} known join person placed on placed.id = known.person_id
    where known.club_person_id = ${sql.ref(`${refuser}.id`)} and placed.gallery_id = ${galleryId}))`;
