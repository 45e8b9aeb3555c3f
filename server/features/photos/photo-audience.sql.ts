import { type RawBuilder, sql } from 'kysely';
import { type GalleryFacts, isGlobalAdmin, targetRules, type Viewer } from '#server/contract/permissions.ts';
import { isInScope, isInScopeOfLink, type SharedScope } from './share-scope.sql.ts';

/**
 * Which photos of a gallery are shown to whom, in one place. Every query that answers photos, their bytes, faces or
 * counts asks for it: photos that were taken down are shown only to those who may decide about it, and visitors by a
 * share link see what the link shows.
 */
export type PhotoAudience = 'editors' | 'readers' | { link: SharedScope };

export const audienceOf = (viewer: Viewer, facts: GalleryFacts): PhotoAudience =>
  targetRules.gallery.decideTakedowns(viewer, facts) ? 'editors' : 'readers';

/** Is there a request to take the photo down that was not declined? */
export const isTakenDown = (photoId: RawBuilder<unknown> = sql.ref('photo.id')): RawBuilder<boolean> =>
  sql<boolean>`exists (
    select 1 from takedown t where t.photo_id = ${photoId} and t.decided is distinct from 'declined')`;

/** The photos of one gallery that are shown to an audience. */
export const shownTo = (
  audience: PhotoAudience,
  photoId: RawBuilder<unknown> = sql.ref('photo.id'),
): RawBuilder<boolean> =>
  audience === 'editors'
    ? sql<boolean>`true`
    : sql<boolean>`(not ${isTakenDown(photoId)} and ${isInReach(audience, photoId)})`;

/** The same, but for the requests to take photos down: those who asked may ask again. */
export const isInReach = (
  audience: PhotoAudience,
  photoId: RawBuilder<unknown> = sql.ref('photo.id'),
): RawBuilder<boolean> =>
  typeof audience === 'object' ? isInScope(audience.link, photoId) : sql<boolean>`true`;

/** The same in lists of links, for visitors by each of them; `share_link` and `photo` must be in scope. */
export const shownByLink: RawBuilder<boolean> = sql<boolean>`(not ${isTakenDown()} and ${isInScopeOfLink(sql.ref('photo.id'))})`;

/** The rule `gallery.decideTakedowns` in SQL; `gallery` must be in scope. */
export const decidesTakedowns = (viewer: Viewer): RawBuilder<boolean> =>
  isGlobalAdmin(viewer)
    ? sql<boolean>`true`
    : sql<boolean>`(gallery.created_by = ${viewer.id}::uuid or gallery.photographer_id = ${viewer.id}::uuid) is true`;

/** The same as `shownTo`, in lists over many galleries. */
export const shownToViewer = (
  viewer: Viewer,
  photoId: RawBuilder<unknown> = sql.ref('photo.id'),
): RawBuilder<boolean> =>
  isGlobalAdmin(viewer)
    ? sql<boolean>`true`
    : sql<boolean>`not exists (
    select 1 from takedown t join gallery on gallery.id = t.gallery_id
    where t.photo_id = ${photoId} and t.decided is distinct from 'declined' and not ${decidesTakedowns(viewer)})`;

/** Whether a person is more than faces in photos that were taken down. */
export const isPersonSeen = (personId: RawBuilder<unknown>): RawBuilder<boolean> => {
  const faces = sql`select 1 from assignment pa join face pf on pf.id = pa.face_id where pa.person_id = ${personId}`;
  const hidden = isTakenDown(sql.ref('pf.photo_id'));
  return sql<boolean>`(exists (${faces} and not ${hidden}) or not exists (${faces} and ${hidden}))`;
};
