import { type RawBuilder, sql } from 'kysely';
import type { Viewer } from '#server/contract/permissions.ts';
import { currentConsentOf } from '#server/features/consent/current-consent.sql.ts';
import { isAddedUser, isInClub } from '#server/features/galleries/visibility.sql.ts';

/**
 * Photos of people who may not be shown outside the club (`outside` = no): those of everybody who is linked to them, by any
 * club. They are left out for visitors by link and for strangers to a public gallery; no answer leaves them in.
 */

/** Whether somebody refuses; asked of consents first, because few people do. */
const refuses = (clubPersonId: RawBuilder<unknown>, today: string) => sql`exists (
    select 1 from consent c where c.club_person_id = ${clubPersonId} and c.purpose = 'outside' and c.answer <> 'yes')
  and ${currentConsentOf(clubPersonId, 'outside', today)} = 'no'`;

/** Photos of people of galleries with those they are linked to, as `kept` and `l`. */
const photosOfLinked = sql`select kf.photo_id from person kept join club_person_link l on l.person_id = kept.id
  join assignment ka on ka.person_id = kept.id join face kf on kf.id = ka.face_id`;

/** Those of everybody who refuses, who is asked about once. */
const ofAllWhoRefuse = (today: string) =>
  sql`l.club_person_id in (select r.id from club_person r where ${refuses(sql.ref('r.id'), today)})`;

/**
 * Of one gallery, so that only its people are asked about; of all galleries without one.
 * @param today the server's date: consents have ends
 */
export const isKeptInside = (
  photoId: RawBuilder<unknown>,
  { galleryId, today }: { galleryId: string | null; today: string },
): RawBuilder<boolean> => sql<boolean>`(${photoId} in (
    ${photosOfLinked} where ${
      galleryId === null
        ? ofAllWhoRefuse(today)
        : sql`kept.gallery_id = ${galleryId}::uuid and ${refuses(sql.ref('l.club_person_id'), today)}`
    }))`;

/** The rule `isStranger` of the contract in SQL; `gallery` must be in scope. */
const isStranger = (viewer: Viewer) => sql`not (
  coalesce(gallery.created_by = ${viewer.id}::uuid, false) or coalesce(gallery.photographer_id = ${viewer.id}::uuid, false)
  or ${isAddedUser(viewer.id)} or ${isInClub(viewer.id)})`;

/**
 * The ids of the photos kept from this viewer in all galleries, for lists over many of them. Everybody who refuses is asked
 * about once.
 */
export const photosKeptFrom = (viewer: Viewer, today: string): RawBuilder<{ photo_id: string }> => sql`
  ${photosOfLinked} join gallery on gallery.id = kept.gallery_id
  where ${ofAllWhoRefuse(today)} and ${isStranger(viewer)}`;
