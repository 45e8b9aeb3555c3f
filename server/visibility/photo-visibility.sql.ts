import { type Kysely, type RawBuilder, sql, type Transaction } from 'kysely';
import {
  type GalleryFacts,
  isClubAdmin,
  isGlobalAdmin,
  isOutsider as isOutsiderOf,
  targetRules,
  type Viewer,
} from '#server/contract/permissions.ts';
import type { DB } from '#server/db/tables.ts';
import {
  hasEndedHere,
  isAddedUser,
  isClubAdminHere,
  isOwner,
  isPhotographerHere,
} from './gallery-visibility.sql.ts';
import {
  type GalleryOnDay,
  hasRefusedFace,
  isOutsider,
  isPhotoLeftOut,
  isPhotoLeftOutOfFamilyShareLink,
  photosKeptInsideFrom,
  photosKeptInsideOutsideGalleries,
  photosLeftOutFor,
  photosWithFacesOf,
  type RefusalCondition,
  type RefusedPerson,
  refusalsIn,
  refusalsInOutsideGalleries,
  refusalsTo,
  refusedFacesOf,
  refusedPeople,
} from './hide-or-blur-for-outsiders.sql.ts';
import { isHidingRequest, isTakenDown } from './is-taken-down.sql.ts';
import { isInShareScope, isInShareScopeOfRow, type SharedScope } from './share-scope.sql.ts';

/**
 * The photos of a gallery that each viewer is shown, in one place. Every query that answers photos, their bytes, faces or
 * counts asks for it. Photos that were taken down are shown only to those who may decide about it. Two kinds of readers are
 * outside the club: visitors by a share link, and others in a public gallery. To both, photos of people who refused to
 * be shown outside are left out or blurred, and those left out by hand; a share link shows no more than its scope. What
 * guests sent and no editor has accepted is no photo of the gallery yet: features/sharing/guest-photos,
 * rest/waiting-guest-photo-routes.ts.
 */
export type PhotoAudience = 'editors' | 'readers' | Outsiders;

/**
 * People outside the club who look at a gallery on some day: by a link, or without one where the gallery is public. A link
 * to the photos of one person belongs to no gallery.
 */
export type Outsiders = GalleryOnDay & { link?: SharedScope };

export function audienceOf(viewer: Viewer, facts: GalleryFacts, place: Outsiders): PhotoAudience {
  if (targetRules.gallery.decideTakedowns(viewer, facts)) return 'editors';
  return isOutsiderOf(viewer, facts) ? place : 'readers';
}

/** Whoever finds a printed list: what editors print is shown to readers. */
export const audienceOfPrints = (audience: PhotoAudience): PhotoAudience =>
  audience === 'editors' ? 'readers' : audience;

/** Visitors without an account. */
export const visitorsBy = (link: SharedScope & { gallery_id: string | null }, today: string): Outsiders => ({
  galleryId: link.gallery_id,
  today,
  link,
});

/** The photos of one gallery that are shown to an audience. */
export const isPhotoShownTo = (
  audience: PhotoAudience,
  photoId: RawBuilder<unknown> = sql.ref('photo.id'),
): RawBuilder<boolean> =>
  audience === 'editors'
    ? sql<boolean>`true`
    : sql<boolean>`(not ${isTakenDown(photoId)} and ${isPhotoShownUnlessTakenDown(audience, photoId)})`;

/** Whether people outside the club are not shown the photo, because of somebody who refused or because it was left out by hand. */
const isLeftOutForOutsiders = (audience: Outsiders, photoId: RawBuilder<unknown>): RawBuilder<boolean> =>
  audience.link?.scope === 'club_person'
    ? isPhotoLeftOutOfFamilyShareLink(photoId, refusalsIn(audience))
    : isPhotoLeftOut(photoId, refusalsIn(audience));

/**
 * `isPhotoShownTo` without regard to requests to take photos down, so that a second request is told that the photo is hidden
 * already.
 */
export const isPhotoShownUnlessTakenDown = (
  audience: PhotoAudience,
  photoId: RawBuilder<unknown> = sql.ref('photo.id'),
): RawBuilder<boolean> =>
  typeof audience === 'string'
    ? sql<boolean>`true`
    : sql<boolean>`(${audience.link ? isInShareScope(audience.link, photoId, refusalsIn(audience)) : sql`true`}
        and not ${isLeftOutForOutsiders(audience, photoId)})`;

/**
 * Whether a photo is in the scope of a link and was not taken down; `share_link` and `photo` must be tables of the statement.
 */
export const isPhotoShownByLinkRow = (refusals: RefusalCondition): RawBuilder<boolean> =>
  sql<boolean>`(not ${isTakenDown()} and ${isInShareScopeOfRow(sql.ref('photo.id'), refusals)})`;

/** The rule `gallery.decideGuestPhotos` in SQL; `gallery` must be in scope. */
export const decidesGuestPhotos = (viewer: Viewer): RawBuilder<boolean> => {
  if (viewer.key) return sql<boolean>`false`;
  return isGlobalAdmin(viewer)
    ? sql<boolean>`true`
    : sql<boolean>`((gallery.created_by = ${viewer.id}::uuid
        or gallery.photographer_id = ${viewer.id}::uuid and ${isPhotographerHere(viewer.id)}) is true
        and not ${hasEndedHere(viewer.id)})`;
};

/** The rule `gallery.decideTakedowns` in SQL; `gallery` must be in scope. */
export const decidesTakedowns = (viewer: Viewer): RawBuilder<boolean> =>
  isClubAdmin(viewer) && !isGlobalAdmin(viewer) && !viewer.key
    ? sql<boolean>`(${decidesGuestPhotos(viewer)} or ${isClubAdminHere(viewer)} and (
        gallery.visibility <> 'private' or ${isOwner(viewer.id)} or ${isAddedUser(viewer.id)}))`
    : decidesGuestPhotos(viewer);

const refused = sql.table('refused_person');

/** The ids of the photos that a viewer is not shown; the table `refused_person` must be in scope. */
const hiddenPhotos = (
  viewer: Viewer,
  galleryIds?: RawBuilder<unknown>,
): RawBuilder<{ photo_id: string }> => sql`
  select t.photo_id from takedown t join gallery on gallery.id = t.gallery_id
  where t.photo_id is not null and ${isHidingRequest} and not ${decidesTakedowns(viewer)}
    and ${galleryIds ? sql`t.gallery_id in (${galleryIds})` : sql`true`}
  union all ${photosLeftOutFor(refused)}
  union all ${photosKeptInsideFrom(viewer, galleryIds)}`;

/**
 * The tables `refused_person` and `hidden_photo` for a statement about many galleries: who refuses, and what the viewer is
 * not shown, is planned and read once, however often the conditions below ask.
 */
export const hiddenTables = (viewer: Viewer, today: string): RawBuilder<unknown> => sql`
  refused_person as materialized (${refusedPeople(refusalsTo(viewer, today))}),
  hidden_photo as materialized (${hiddenPhotos(viewer)})`;

/**
 * The same for photos of some galleries alone, whose number is all that it grows with.
 * @param galleryIds a subquery
 */
export const hiddenTablesIn = (
  viewer: Viewer,
  today: string,
  galleryIds: RawBuilder<unknown>,
): RawBuilder<unknown> => sql`
  outside_gallery as materialized (select gallery.id from gallery
    where gallery.id = any(array(${galleryIds})) and ${isGlobalAdmin(viewer) ? sql`false` : isOutsider(viewer)}),
  refused_person as materialized (${refusedPeople(refusalsInOutsideGalleries(today))}),
  hidden_photo as materialized (
    select t.photo_id from takedown t join gallery on gallery.id = t.gallery_id
    where t.gallery_id = any(array(${galleryIds})) and t.photo_id is not null and ${isHidingRequest}
      and not ${decidesTakedowns(viewer)}
    union all ${photosLeftOutFor(refused)}
    union all ${photosKeptInsideOutsideGalleries})`;

/** The same as `isPhotoShownTo`; needs `hiddenTables`. */
export const isPhotoShownToViewer = (photoId: RawBuilder<unknown>): RawBuilder<boolean> =>
  sql<boolean>`(${photoId} not in (select photo_id from hidden_photo))`;

/** The same as `thumbhashFor`; needs `hiddenTables`. @param table the name that the query gives to `photo` */
export const thumbhashForViewer = (table: string): RawBuilder<string | null> => sql<string | null>`case
  when ${sql.ref(`${table}.id`)} not in (${photosWithFacesOf(refused)}) then ${sql.ref(`${table}.thumbhash`)} end`;

/**
 * A database with the `hiddenTables` of some galleries alone, and `listed_gallery` with their ids.
 * @param galleryIds a subquery of the ids of all galleries that the statement speaks of
 */
export function withHiddenTables(
  db: Kysely<DB> | Transaction<DB>,
  viewer: Viewer,
  today: string,
  galleryIds: RawBuilder<{ id: string }>,
) {
  const listed = sql`select id from listed_gallery`;
  return db
    .with('listed_gallery', () => sql<{ id: string }>`(${galleryIds})`)
    .with('refused_person', () => sql<RefusedPerson>`(${refusedPeople(refusalsTo(viewer, today, listed))})`)
    .with('hidden_photo', () => sql<{ photo_id: string }>`(${hiddenPhotos(viewer, listed)})`);
}

/** The faces of a photo that this audience is shown blurred, in the photo and in all that is derived from it. */
export const blurredFor = (
  audience: PhotoAudience,
  photoId: RawBuilder<unknown> = sql.ref('photo.id'),
): RawBuilder<BlurredFace[]> =>
  typeof audience === 'string'
    ? sql<BlurredFace[]>`'[]'::json`
    : refusedFacesOf(photoId, refusalsIn(audience));

/** Fractions of the upright photo. */
export type BlurredFace = { x: number; y: number; w: number; h: number };

/** The placeholder of a photo; none where faces are blurred, because it is made of the clear photo. */
export const thumbhashFor = (audience: PhotoAudience): RawBuilder<string | null> =>
  typeof audience === 'string'
    ? sql<string | null>`photo.thumbhash`
    : sql<string | null>`case
        when not ${hasRefusedFace(sql.ref('photo.id'), refusalsIn(audience))} then photo.thumbhash end`;
