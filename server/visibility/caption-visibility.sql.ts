import { type RawBuilder, sql } from 'kysely';
import type { Viewer } from '#server/contract/permissions.ts';
import { currentConsentOf } from './current-consent.sql.ts';
import { clubsOf, isClubOfGallery, isInClub } from './gallery-visibility.sql.ts';
import { heldNames } from './held-names.sql.ts';

/**
 * Whether a reader inside a gallery is shown what a file says as caption: only where no word of it may be a name that this reader does
 * not read as a name of the gallery's people. `gallery`, and `photo_words` as `said`, must be in scope.
 * @param now what is readable since an upgrade ends
 */
export const isCaptionShownTo = (viewer: Viewer, today: string, now: Date): RawBuilder<boolean> => {
  const words = sql`caption_parts(said.caption)`;
  const readsNameOf = (listed: string) => sql<boolean>`(
    ${currentConsentOf(sql.ref(`${listed}.id`), 'name', today)} = 'yes'
    and ${sql.ref(`${listed}.club_id`)} in ${clubsOf(viewer.id)} and ${isInClub(viewer)})`;
  const linksOf = (personId: RawBuilder<unknown>) => sql`
    club_person_link l join club_person linked on linked.id = l.club_person_id where l.person_id = ${personId}`;
  const isLinkedHere = sql`exists (
    select from club_person_link l join person on person.id = l.person_id
    where l.club_person_id = listed.id and person.gallery_id = gallery.id)`;
  return sql<boolean>`(gallery.shows_captions
    and not exists (
      select from club_person listed
      where listed.name_parts && ${words}
        and (${isClubOfGallery(sql.ref('listed.club_id'), sql.ref('gallery.id'))} or ${isLinkedHere})
        and not ${readsNameOf('listed')})
    and not exists (
      select from person typed
      where typed.gallery_id = gallery.id and typed.name <> '' and name_parts(typed.name) && ${words}
        and (exists (select from ${linksOf(sql.ref('typed.id'))} and not ${readsNameOf('linked')})
          or not exists (select from ${linksOf(sql.ref('typed.id'))})
            and exists (select from ${heldNames(sql`person.id = typed.id`, now)} held))))`;
};
