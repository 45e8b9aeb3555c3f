import { type RawBuilder, sql } from 'kysely';

/**
 * Photos that were added while people outside the club see the gallery, and that are not shown to them: until their people were
 * compared with the pictures of people who refused, and from then on where one of them may be somebody who refused and nobody
 * has answered. Written by features/share-links/compare-added-photos.ts; links of families obey it and cause nothing of it.
 */

type LikelyRefusal = {
  photo_id: string;
  gallery_id: string;
  person_id: string;
  club_person_id: string;
  club_id: string;
  since: Date;
};

/**
 * Rows of `likely_refusal` that nobody has answered, with the person of the gallery that the face belongs to. *Yes* and *no* are
 * said about that person (club_person_link, declined_link), so regrouping, merging and undo need nothing here.
 */
export const unansweredRefusals: RawBuilder<LikelyRefusal> = sql`(
  select waiting_face.photo_id, waiting_face.gallery_id, placed.person_id, likely.club_person_id, of_club.club_id, likely.since
  from likely_refusal likely join face waiting_face on waiting_face.id = likely.face_id
    join assignment placed on placed.face_id = likely.face_id join club_person of_club on of_club.id = likely.club_person_id
  where not exists (
      select from club_person_link l where l.person_id = placed.person_id and l.club_id = of_club.club_id)
    and not exists (
      select from declined_link d where d.person_id = placed.person_id and d.club_person_id = likely.club_person_id))`;

/** The ids of the photos that wait. */
export const waitingPhotos: RawBuilder<{ photo_id: string }> = sql`
  select added.id as photo_id from photo added where added.awaits_comparison
  union all select photo_id from ${unansweredRefusals} unanswered`;
