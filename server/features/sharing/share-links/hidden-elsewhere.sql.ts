import { type RawBuilder, sql } from 'kysely';
import type { Viewer } from '#server/contract/permissions.ts';
import { readsNamesIn } from '#server/features/people/club-people/club-people.repository.ts';
import { isClubOfGallery, visibleTo } from '#server/visibility/gallery-visibility.sql.ts';
import {
  type GalleryOnDay,
  isPhotoLeftOutForGood,
  isRefusing,
  refusalsIn,
} from '#server/visibility/hide-or-blur-for-outsiders.sql.ts';
import { isKeptShown, isTakenDown } from '#server/visibility/is-taken-down.sql.ts';
import { isPhotoShownToViewer } from '#server/visibility/photo-visibility.sql.ts';
import { photosOfSameFile } from '#server/visibility/same-file.sql.ts';

/**
 * Photos of a gallery whose file the clubs show nowhere else, or not outside: it was taken down in another gallery that the viewer
 * may read, or shows somebody there who refused and whose name the viewer reads.
 */
type Place = GalleryOnDay & { galleryId: string };

/** The tables `same_file` and `refused_face` (the faces of those who refused in the other photos); need the `hiddenTables` of the viewer. */
export const sameFileTables = (viewer: Viewer, { galleryId, today }: Place): RawBuilder<unknown> => sql`
  same_file as materialized (
    ${photosOfSameFile(sql<boolean>`photo.gallery_id = ${galleryId}::uuid`, visibleTo(viewer))}),
  refused_face as materialized (
    select same_file.photo_id, known_link.club_person_id, face.x, face.y, face.w, face.h
    from same_file join face on face.photo_id = same_file.other_id
      join assignment on assignment.face_id = face.id join who_is_who known_link on known_link.for_refusal and known_link.person_id = assignment.person_id
    where ${isPhotoShownToViewer(sql.ref('same_file.other_id'))}
      and ${isClubOfGallery(sql.ref('known_link.club_id'), galleryId)}
      and ${readsNamesIn(viewer, sql.ref('known_link.club_id'))}
      and ${isRefusing(sql.ref('known_link.club_person_id'), today)})`;

/** The file is the same, but analyses may be of different versions: the middle of each is in the other. */
const isSameFace = sql`abs(face.x + face.w / 2 - refused_face.x - refused_face.w / 2) < least(face.w, refused_face.w) / 2
  and abs(face.y + face.h / 2 - refused_face.y - refused_face.h / 2) < least(face.h, refused_face.h) / 2`;
/** The persons (`assignment`) with these faces in the photos of the gallery. */
const theirPersons = sql`refused_face join face on face.photo_id = refused_face.photo_id and ${isSameFace}
  join assignment on assignment.face_id = face.id`;

/** Who may be somebody who refused, because the other photo says so: rows `(person_id, club_person_id, distance)`. */
export const refusersBySameFile = sql`
  select assignment.person_id, refused_face.club_person_id, 0::float as distance from ${theirPersons}`;

/**
 * Rows `(photo_id)` of those that are to be said to be left out or shown. Where a person has the face, the person is asked about
 * instead. Whoever declined to take the photo down has answered.
 */
export const photosHiddenElsewhere = (place: Place): RawBuilder<unknown> => sql`(
  select photo.id as photo_id from photo
  where photo.gallery_id = ${place.galleryId}::uuid and not photo.is_shown_by_hand
    and not ${isPhotoLeftOutForGood(sql.ref('photo.id'), refusalsIn(place))}
    and not ${isKeptShown}
    and (photo.id in (select photo_id from same_file where ${isTakenDown(sql.ref('same_file.other_id'))})
      or photo.id in (
        select photo_id from refused_face
        except select refused_face.photo_id from ${theirPersons})))`;
