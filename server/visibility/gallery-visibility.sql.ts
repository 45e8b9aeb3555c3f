import { type RawBuilder, sql } from 'kysely';
import { dayMs, serverLifetimes } from '#server/contract/lifetimes.ts';
import { isClubAdmin, isGlobalAdmin, type Viewer, type ViewerKey } from '#server/contract/permissions.ts';

/**
 * The rule `gallery.read` in SQL, for lists. Must agree with targetRules.gallery.read; gallery-visibility.property.test checks
 * it.
 */

/** Clubs that count as the viewer's: approved membership, or administering the club. */
export const clubsOf = (viewerId: string): RawBuilder<unknown> => sql`(
  select m.club_id from club_membership m where m.user_id = ${viewerId}::uuid and m.status = 'approved'
  union select r.club_id from role_assignment r
  where r.user_id = ${viewerId}::uuid and r.role_name = 'club_admin' and r.club_id is not null)`;

/** Whether an account is an approved member of one of the gallery's clubs or has a role there; `gallery` must be in scope. */
const belongsHere = (userId: string | RawBuilder<unknown>): RawBuilder<boolean> => sql<boolean>`exists (
  select 1 from (
    select m.club_id from club_membership m where m.user_id = ${userId}::uuid and m.status = 'approved'
    union all select r.club_id from role_assignment r where r.user_id = ${userId}::uuid and r.club_id is not null) belonging
  where exists (select 1 from event_club ec where ec.event_id = gallery.event_id and ec.club_id = belonging.club_id)
    or exists (select 1 from gallery_club gc where gc.gallery_id = gallery.id and gc.club_id = belonging.club_id))`;

/**
 * Whether the rights of a gallery's creator or photographer have ended: they no longer belong to a club of the gallery, or never
 * did and the club ended them, and belong to no other of its clubs; `gallery` must be in scope.
 */
export const hasEndedHere = (userId: string | RawBuilder<unknown>): RawBuilder<boolean> => sql<boolean>`((
    exists (select 1 from ended_belonging ended where ended.user_id = ${userId}::uuid and (
      exists (select 1 from event_club ec where ec.event_id = gallery.event_id and ec.club_id = ended.club_id)
      or exists (select 1 from gallery_club gc where gc.gallery_id = gallery.id and gc.club_id = ended.club_id)))
    or exists (select 1 from ended_in_gallery ended where ended.user_id = ${userId}::uuid and ended.gallery_id = gallery.id)
  ) and not ${belongsHere(userId)})`;

/** Whether the viewer made the gallery or is its photographer, and this counts; `gallery` must be in scope. */
export const isOwner = (viewerId: string): RawBuilder<boolean> => sql<boolean>`(
  (gallery.created_by = ${viewerId}::uuid or gallery.photographer_id = ${viewerId}::uuid) is true
  and not ${hasEndedHere(viewerId)})`;

/** Whether a gallery has neither creator nor photographer any more; `gallery` must be in scope. */
export const isLeft: RawBuilder<boolean> = sql<boolean>`(
  (gallery.created_by is null or ${hasEndedHere(sql.ref('gallery.created_by'))})
  and (gallery.photographer_id is null or ${hasEndedHere(sql.ref('gallery.photographer_id'))}))`;

/** Whether an account may make links to the gallery: its creator, or a global administrator; `gallery` must be in scope. */
export const sharesGallery = (userId: RawBuilder<unknown>): RawBuilder<boolean> => sql<boolean>`(
  gallery.created_by = ${userId} and not ${hasEndedHere(userId)}
  or exists (select 1 from role_assignment held
    where held.user_id = ${userId} and held.club_id is null and held.role_name in ('admin', 'superuser')))`;

/** The clubs that count for a viewer: a key that names no gallery does not act as their administrator. */
const clubsOfViewer = ({ id, key }: Viewer): RawBuilder<unknown> =>
  key && key.galleryId === null
    ? sql`(select m.club_id from club_membership m where m.user_id = ${id}::uuid and m.status = 'approved')`
    : clubsOf(id);

/** Is the viewer in one of the gallery's clubs, its event's clubs included? `gallery` must be in scope. */
export const isInClub = (viewer: Viewer): RawBuilder<boolean> => sql<boolean>`(
  exists (select 1 from event_club ec where ec.event_id = gallery.event_id and ec.club_id in ${clubsOfViewer(viewer)})
  or exists (select 1 from gallery_club gc where gc.gallery_id = gallery.id and gc.club_id in ${clubsOfViewer(viewer)}))`;

export const isAddedUser = (viewerId: string): RawBuilder<boolean> => sql<boolean>`exists (
  select 1 from gallery_user gu where gu.gallery_id = gallery.id and gu.user_id = ${viewerId}::uuid)`;

/** Does a user hold the photographer role globally or in one of the gallery's clubs? `gallery` must be in scope. */
export const isPhotographerHere = (
  userId: string | RawBuilder<unknown>,
): RawBuilder<boolean> => sql<boolean>`exists (
  select 1 from role_assignment held where held.user_id = ${userId}::uuid and held.role_name = 'photographer' and (
    held.club_id is null
    or exists (select 1 from event_club ec where ec.event_id = gallery.event_id and ec.club_id = held.club_id)
    or exists (select 1 from gallery_club gc where gc.gallery_id = gallery.id and gc.club_id = held.club_id)))`;

/** Does the viewer administer one of the gallery's clubs? `gallery` must be in scope. */
export const isClubAdminHere = (viewer: Viewer): RawBuilder<boolean> =>
  isClubAdmin(viewer)
    ? sql<boolean>`exists (
  select 1 from role_assignment held where held.user_id = ${viewer.id}::uuid and held.role_name = 'club_admin'
    and ${isClubOfGallery(sql.ref('held.club_id'), sql.ref('gallery.id'))})`
    : sql<boolean>`false`;

/**
 * The ids of the galleries that a viewer may have a reason of their own to read: each is looked up by an index, however many galleries
 * there are. Whether they count: `visibleTo(withoutOffice(viewer))`.
 */
export const galleriesBelongingTo = (viewerId: string): RawBuilder<{ id: string }> => sql`
  select mine.id from gallery mine where mine.created_by = ${viewerId}::uuid
  union select taken.id from gallery taken where taken.photographer_id = ${viewerId}::uuid
  union select gu.gallery_id from gallery_user gu where gu.user_id = ${viewerId}::uuid
  union select gc.gallery_id from gallery_club gc where gc.club_id in ${clubsOf(viewerId)}
  union select shown.id from event_club ec join gallery shown on shown.event_id = ec.event_id where ec.club_id in ${clubsOf(viewerId)}`;

/** A global administrator as the member that they may be, too. */
export const withoutOffice = (viewer: Viewer): Viewer => ({
  ...viewer,
  grants: viewer.grants.filter(({ club_id }) => club_id !== null),
});

/** The galleries a viewer may read; of a key, those within its scope. */
export const visibleTo = (viewer: Viewer): RawBuilder<boolean> =>
  viewer.key
    ? sql<boolean>`(${readableTo(viewer)} and ${isWithinKey(viewer, viewer.key)})`
    : readableTo(viewer);

/** What `withinScope` of the permission table says of `gallery.read`, in SQL; `gallery` must be in scope. */
function isWithinKey(viewer: Viewer, { scope, galleryId }: ViewerKey): RawBuilder<boolean> {
  const isNamed = galleryId === null ? sql<boolean>`true` : sql<boolean>`gallery.id = ${galleryId}::uuid`;
  if (scope === 'read' || isGlobalAdmin(viewer)) return isNamed;
  const isOwn =
    scope === 'manage'
      ? sql<boolean>`(gallery.created_by = ${viewer.id}::uuid and not ${hasEndedHere(viewer.id)})`
      : sql<boolean>`(${isOwner(viewer.id)} and ${isPhotographerHere(viewer.id)})`;
  return sql<boolean>`(${isNamed} and ${isOwn})`;
}

function readableTo(viewer: Viewer): RawBuilder<boolean> {
  if (isGlobalAdmin(viewer)) return sql<boolean>`true`;
  return sql<boolean>`(
    gallery.visibility = 'public'
    or ${isOwner(viewer.id)}
    or ${isAddedUser(viewer.id)}
    or (gallery.visibility = 'club_restricted' and ${isInClub(viewer)}))`;
}

/** Whether a club is one of the gallery's, its event's clubs included. */
export const isClubOfGallery = (
  clubId: RawBuilder<unknown>,
  galleryId: string | RawBuilder<unknown>,
): RawBuilder<boolean> => sql<boolean>`(
  exists (select 1 from gallery_club gc where gc.gallery_id = ${galleryId}::uuid and gc.club_id = ${clubId})
  or exists (select 1 from stored_gallery g join event_club ec on ec.event_id = g.event_id
    where g.id = ${galleryId}::uuid and ec.club_id = ${clubId}))`;

/**
 * The viewer administers a club of the gallery that whoever took it over does not, and it is not too late to object; `gallery` and
 * `gallery_takeover` must be in scope.
 */
export const isOpenToObjection = (
  viewerId: string,
  now: RawBuilder<unknown>,
): RawBuilder<boolean> => sql<boolean>`(
  gallery_takeover.objected_at is null and gallery.created_by = gallery_takeover.taken_by
  and gallery_takeover.taken_at > ${now} - make_interval(days => ${sql.lit(serverLifetimes.takeoverObjectionMs / dayMs)})
  and exists (select 1 from role_assignment mine where mine.user_id = ${viewerId}::uuid and mine.role_name = 'club_admin'
    and ${isClubOfGallery(sql.ref('mine.club_id'), sql.ref('gallery.id'))}
    and not exists (select 1 from role_assignment taker where taker.user_id = gallery_takeover.taken_by
      and taker.role_name = 'club_admin' and taker.club_id = mine.club_id)))`;
