import { type RawBuilder, sql } from 'kysely';
import type { RefusedOutside } from '#server/contract/consent.ts';
import { isGlobalAdmin, type Viewer } from '#server/contract/permissions.ts';
import { currentConsentOf } from './current-consent.sql.ts';
import { isAddedUser, isInClub, isOwner } from './gallery-visibility.sql.ts';
import { isAnalysed, photosOfUnknownPeople } from './photo-analyses.sql.ts';
import { refusedOutsideChoice } from './refused-outside-choice.sql.ts';
import { waitingPhotos } from './waiting-photos.sql.ts';

/**
 * Photos of people who refused to be shown outside the club (consent `outside` = no). A person of a gallery is one of them
 * when any club has linked the person to somebody who refused, or the family said so (`who_is_who`). For visitors by link, and for others outside the club in a
 * public gallery, such photos are left out. Instead the faces are blurred where three things hold: every club that linked the
 * person had chosen blurring before the person refused, every club of the gallery and of its event chooses it too, and the
 * place of the face is certain. Who has not answered is shown to them like everybody else. Photos that somebody who shares
 * the gallery left out by hand are not shown to them either, nor are added photos that wait (waiting-photos.sql.ts).
 */

/** A gallery (null: all of them), and the server's date for which consents are read, as they have ends. */
export type GalleryOnDay = { galleryId: string | null; today: string };

type Box = { x: number; y: number; w: number; h: number };

/**
 * The people of clubs who refused at some time, whether it is in force or not; the index `consent_outside_refused` holds
 * them.
 */
const everRefused = sql`select c.club_person_id from consent c where c.purpose = 'outside' and c.answer <> 'yes'`;

/** Whether somebody refuses now. Few people do, and `case` keeps the planner from computing the current answer of all. */
export const isRefusing = (
  clubPersonId: RawBuilder<unknown>,
  today: string,
): RawBuilder<boolean> => sql<boolean>`case
  when ${clubPersonId} in (${everRefused}) then ${currentConsentOf(clubPersonId, 'outside', today)} = 'no' else false end`;

/**
 * The ids of those of a gallery's clubs who refuse now. By these clubs, and not by a condition on each person of all clubs: it is asked
 * with every photo that is added.
 */
export const refusersOfClubsOf = (galleryId: string, today: string): RawBuilder<{ id: string }> => sql`(
  select refused.id from (
    select distinct member.id from club_person member join (${everRefused}) ever on ever.club_person_id = member.id
    where member.club_id = any(array(
      select gc.club_id from gallery_club gc where gc.gallery_id = ${galleryId}::uuid
      union all select ec.club_id from stored_gallery g join event_club ec on ec.event_id = g.event_id where g.id = ${galleryId}::uuid))
    offset 0) refused
  where ${currentConsentOf(sql.ref('refused.id'), 'outside', today)} = 'no')`;

/** Persons of galleries (`linked_person`), who they are known to be (`l`), and the clubs of these (`person_club`). */
const linkedPeople = sql`person linked_person join who_is_who l on l.for_refusal and l.person_id = linked_person.id join club person_club on person_club.id = l.club_id`;
/** The faces of `linked_person` (`refused_face`). */
const andTheirFaces = sql`join assignment refused_assignment on refused_assignment.person_id = linked_person.id join face refused_face on refused_face.id = refused_assignment.face_id`;

/**
 * A condition on `linked_person` and `l`: true where the person of the club refuses, and the person of the gallery is one of
 * those that the statement is about. Parameters of this type are called `refusals`.
 */
export type RefusalCondition = RawBuilder<unknown>;

/**
 * The refusals of all people. Who refuses is read once, before the links are: into an array, because the planner expects a
 * subquery to have few rows and would compare every link with every one; `offset 0` keeps it from computing the current
 * answer of people who never refused.
 */
const ofAll = (today: string) => sql`l.club_person_id = any(array(
  select refused.club_person_id from (select distinct r.club_person_id from (${everRefused}) r offset 0) refused
  where ${currentConsentOf(sql.ref('refused.club_person_id'), 'outside', today)} = 'no'))`;

/** The refusals of the people of one gallery, or of all galleries where none is given. */
export const refusalsIn = ({ galleryId, today }: GalleryOnDay): RefusalCondition =>
  galleryId === null
    ? sql`(${ofAll(today)})`
    : sql`(linked_person.gallery_id = ${galleryId}::uuid and ${isRefusing(sql.ref('l.club_person_id'), today)})`;

/**
 * The refusals that count for a viewer: of the people of all galleries to whose clubs the viewer does not belong.
 * @param galleryIds a subquery; with it, of these galleries alone
 */
export const refusalsTo = (
  viewer: Viewer,
  today: string,
  galleryIds?: RawBuilder<unknown>,
): RefusalCondition => {
  if (isGlobalAdmin(viewer)) return sql`false`;
  const among = galleryIds
    ? sql`linked_person.gallery_id in (${galleryIds}) and ${isRefusing(sql.ref('l.club_person_id'), today)}`
    : ofAll(today);
  return sql`(${among}
    and exists (select 1 from gallery where gallery.id = linked_person.gallery_id and ${isOutsider(viewer)}))`;
};

/** The same in terms of `outside_gallery`, the galleries to whose clubs the viewer does not belong; without any, no link is read. */
export const refusalsInOutsideGalleries = (today: string): RefusalCondition => sql`(
  exists (select from outside_gallery) and linked_person.gallery_id = any(array(select id from outside_gallery))
  and l.person_id = any(array(
    select placed.id from person placed where placed.gallery_id = any(array(select id from outside_gallery))))
  and ${isRefusing(sql.ref('l.club_person_id'), today)})`;

/** The rule `isOutsider` of the contract in SQL; `gallery` must be in scope. */
export const isOutsider = (viewer: Viewer) => sql`not (
  ${isOwner(viewer.id)} or ${isAddedUser(viewer.id)} or ${isInClub(viewer)})`;

/**
 * Why the face `refused_face` of `linked_person`, who refuses, leaves out the photo: a club of the person, the gallery or its
 * event did not choose to blur, or the place of the face is not certain, because the last analysis did not find it or has not
 * ended.
 */
const cannotBeBlurred = sql`(
  linked_person.refused_outside <> 'blur'
  or exists (
    select 1 from club other join (
      select gc.club_id from gallery_club gc where gc.gallery_id = linked_person.gallery_id
      union all select ec.club_id from event_club ec join gallery g on g.event_id = ec.event_id where g.id = linked_person.gallery_id
    ) involved on involved.club_id = other.id
    where other.refused_outside <> 'blur')
  or not refused_face.is_current
  or not ${isAnalysed(sql.ref('refused_face.photo_id'))})`;

export type RefusedPerson = { id: string; gallery_id: string; refused_outside: RefusedOutside };

/** People of galleries who are linked to somebody who refuses. */
export const refusedPeople = (refusals: RefusalCondition): RawBuilder<RefusedPerson> =>
  sql`select linked_person.id, linked_person.gallery_id, ${refusedOutsideChoice(sql.ref('l.club_person_id'), 'person_club')} as refused_outside
    from ${linkedPeople} where ${refusals}`;

/** The ids of the photos left out because of these people. @param people a table of `RefusedPerson` */
export const photosLeftOutFor = (people: RawBuilder<unknown>): RawBuilder<{ photo_id: string }> => sql`
  select refused_face.photo_id from ${people} linked_person ${andTheirFaces} where ${cannotBeBlurred}
  union all ${photosOfUnknownPeople(sql`select linked_person.gallery_id from ${people} linked_person where linked_person.refused_outside = 'blur'`)}`;

/** The ids of the photos with faces of these people. @param people a table of `RefusedPerson` */
export const photosWithFacesOf = (people: RawBuilder<unknown>): RawBuilder<{ photo_id: string }> =>
  sql`select refused_face.photo_id from ${people} linked_person ${andTheirFaces}`;

/**
 * The ids of the photos left out because of these refusals. The people are computed once, because planning takes
 * milliseconds.
 */
const photosLeftOut = (refusals: RefusalCondition): RawBuilder<{ photo_id: string }> => sql`(
  with refused_person as materialized (${refusedPeople(refusals)}) ${photosLeftOutFor(sql.table('refused_person'))})`;

/** Whether the photo is left out because of these refusals. */
export const isPhotoLeftOutByRefusal = (
  photoId: RawBuilder<unknown>,
  refusals: RefusalCondition,
): RawBuilder<boolean> => sql<boolean>`(${photoId} in ${photosLeftOut(refusals)})`;

/** The ids of the photos that somebody who shares the gallery left out by hand. */
const photosKeptByHand = sql`select kept.id as photo_id from photo kept where kept.is_kept_inside`;

/** These, and those that wait. */
const photosInside = sql`${photosKeptByHand} union all ${waitingPhotos}`;

const isKeptInside = (photoId: RawBuilder<unknown>) => sql<boolean>`(${photoId} in (${photosInside}))`;

/** Whether the photo is left out because of these refusals, or by hand. */
export const isPhotoLeftOutForGood = (
  photoId: RawBuilder<unknown>,
  refusals: RefusalCondition,
): RawBuilder<boolean> =>
  sql<boolean>`(${photoId} in (${photosKeptByHand}) or ${isPhotoLeftOutByRefusal(photoId, refusals)})`;

/** The same, or it waits. */
export const isPhotoLeftOut = (
  photoId: RawBuilder<unknown>,
  refusals: RefusalCondition,
): RawBuilder<boolean> =>
  sql<boolean>`(${isKeptInside(photoId)} or ${isPhotoLeftOutByRefusal(photoId, refusals)})`;

/**
 * The same for a link to one person: it tells who is in its photos, so it leaves out every photo of people who refuse, also
 * those that others see blurred.
 */
export const isPhotoLeftOutOfFamilyShareLink = (
  photoId: RawBuilder<unknown>,
  refusals: RefusalCondition,
): RawBuilder<boolean> => sql<boolean>`(${isKeptInside(photoId)} or ${hasRefusedFace(photoId, refusals)})`;

/** The ids of the photos that were left out by hand, or wait, and therefore are not shown to the viewer. */
export const photosKeptInsideFrom = (
  viewer: Viewer,
  galleryIds?: RawBuilder<unknown>,
): RawBuilder<{ photo_id: string }> =>
  isGlobalAdmin(viewer)
    ? sql`select null::uuid as photo_id where false`
    : sql`select inside.photo_id from (${photosInside}) inside
        join photo on photo.id = inside.photo_id join gallery on gallery.id = photo.gallery_id
        where ${isOutsider(viewer)} and ${galleryIds ? sql`photo.gallery_id in (${galleryIds})` : sql`true`}`;

/** The same in terms of `outside_gallery`. */
export const photosKeptInsideOutsideGalleries: RawBuilder<{ photo_id: string }> = sql`
  select inside.photo_id from (${photosInside}) inside join photo on photo.id = inside.photo_id
  where exists (select from outside_gallery) and photo.gallery_id = any(array(select id from outside_gallery))`;

/** Whether a photo has the face of somebody who refuses; where it is shown nevertheless, the face is blurred. */
export const hasRefusedFace = (
  photoId: RawBuilder<unknown>,
  refusals: RefusalCondition,
): RawBuilder<boolean> =>
  sql<boolean>`(${photoId} in (select refused_face.photo_id from ${linkedPeople} ${andTheirFaces} where ${refusals}))`;

/** The faces of a photo that are to be blurred, as JSON boxes in a fixed order. */
export const refusedFacesOf = (photoId: RawBuilder<unknown>, refusals: RefusalCondition): RawBuilder<Box[]> =>
  sql<Box[]>`(
    select coalesce(json_agg(json_build_object('x', bf.x, 'y', bf.y, 'w', bf.w, 'h', bf.h) order by bf.id), '[]')
    from face bf where bf.photo_id = ${photoId}
      and bf.id in (select refused_face.id from ${linkedPeople} ${andTheirFaces} where refused_face.photo_id = ${photoId} and ${refusals}))`;

/** Whether a person of a gallery is linked to somebody who refuses: people outside the club do not learn of the person. */
export const isRefusedPerson = (
  personId: RawBuilder<unknown>,
  refusals: RefusalCondition,
): RawBuilder<boolean> =>
  sql<boolean>`(${personId} in (select linked_person.id from ${linkedPeople} where ${refusals}))`;
