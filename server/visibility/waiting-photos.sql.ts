import { type RawBuilder, sql } from 'kysely';
import { isAnsweredByEditor } from './who-is-who.sql.ts';

/**
 * Photos that were added while people outside the club see the gallery, and that are not shown to them: until it is known
 * who is in them, where somebody of the gallery's clubs refused, and from then on where one of them may be somebody who refused and nobody
 * has answered. Written by features/sharing/share-links/compare-added-photos.ts; links of families obey it and cause nothing of it. And
 * photos with people about whom the club is asked (features/sharing/share-links/ask-club.ts), until somebody says who they are, or that the
 * club does not know them. And photos that were added after photos of somebody who refused were deleted, until somebody has said
 * whether they show them, too (features/sharing/share-links/answer-added.ts). And photos that were replaced
 * (features/galleries/photos/replace-photo.ts), until their faces are grouped: for links of families as well.
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
  where not ${isAnsweredByEditor(sql.ref('placed.person_id'), 'of_club')})`;

/** An array, because the planner would expect many rows of a table that is nearly always empty, and read all faces. */
const askedFaces = sql`any(array(select asked.face_id from asked_face asked))`;

/**
 * The ids of the people about whom the club is asked, and nobody has answered. Answers are said about the person whose face it is now,
 * so regrouping, merging and undo need nothing here.
 */
const unansweredPeople = sql`any(array(
  select unknown.id from assignment placed join person unknown on unknown.id = placed.person_id
  where placed.face_id = ${askedFaces} and unknown.checked_as is distinct from 'nobody_known'
    and not exists (select from who_is_who known where known.for_outside and known.person_id = unknown.id)))`;

/** The photos of these people, with the people: all of theirs, so that later ones wait, too. */
export const askedPhotos: RawBuilder<{ photo_id: string; gallery_id: string; person_id: string }> = sql`(
  select seen.photo_id, seen.gallery_id, alike.person_id
  from assignment alike join face seen on seen.id = alike.face_id
  where alike.person_id = ${unansweredPeople})`;

/** Faces about which the club was asked, of people, and whether somebody has answered. */
export const askedFacesOfPeople: RawBuilder<{
  face_id: string;
  person_id: string;
  asked_by: string | null;
  asked_at: Date;
  is_open: boolean;
}> = sql`(
  select asked.face_id, placed.person_id, asked.asked_by, asked.asked_at, placed.person_id = ${unansweredPeople} as is_open
  from asked_face asked join assignment placed on placed.face_id = asked.face_id)`;

/**
 * Whom the club was asked about, whether somebody has answered or not, and by whom. `is_answered`: somebody else has, since then, by a
 * decision that stands; not the family, nor what was known before.
 */
export const questionsToClub: RawBuilder<{
  gallery_id: string;
  person_id: string;
  asked_by: string | null;
  asked_at: Date;
  is_answered: boolean;
}> = sql`(
  select person.gallery_id, person.id as person_id, asked.asked_by, min(asked.asked_at) as asked_at,
    not bool_or(asked.is_open) and exists (
      select from people_decision said
      where said.gallery_id = person.gallery_id and said.undone_at is null and said.created_at >= min(asked.asked_at)
        and said.made_by is distinct from asked.asked_by and said.kind in ('linked', 'nobody_known', 'merged', 'moved')
        and said.before -> 'touched' -> 'persons' @> to_jsonb(person.id)) as is_answered
  from ${askedFacesOfPeople} asked join person on person.id = asked.person_id group by person.id, asked.asked_by)`;

/** The same people, with who asked first. */
export const askedPeople: RawBuilder<{
  person_id: string;
  asked_by: string | null;
  is_answered: boolean;
}> = sql`(
  select person_id, (array_agg(asked_by order by asked_at))[1] as asked_by, bool_or(is_answered) as is_answered
  from ${questionsToClub} question group by person_id)`;

/** Photos with such a face that is nobody's now: nobody can be asked who it is. */
export const askedPhotosOfNobody: RawBuilder<{ photo_id: string; face_id: string }> = sql`(
  select lone.photo_id, lone.id as face_id from face lone
  where lone.id = ${askedFaces} and not exists (select from assignment placed where placed.face_id = lone.id))`;

/** The ids of the photos that wait. */
export const waitingPhotos: RawBuilder<{ photo_id: string }> = sql`
  select added.id as photo_id from photo added where added.awaits_comparison
  union all select added.id from photo added where added.awaits_answer
  union all select replaced.id from photo replaced where replaced.awaits_grouping
  union all select photo_id from ${unansweredRefusals} unanswered
  union all select photo_id from ${askedPhotos} asked_photo
  union all select photo_id from ${askedPhotosOfNobody} asked_photo`;
