import { type RawBuilder, sql } from 'kysely';
import type { Viewer } from '#server/contract/permissions.ts';
import type { ShareScope } from '#server/contract/schemas/share-links.ts';
import { visibleTo } from './gallery-visibility.sql.ts';
import { isRefusedPerson, type RefusalCondition } from './hide-or-blur-for-outsiders.sql.ts';

/** What share links show. It is asked of the people and photos as they are now, at each request. */

/** @param linkId a parameter, or a column; its table must have another alias than `shown_person`, which the statement uses */
const peopleOfLink = (linkId: RawBuilder<unknown>) => sql`
  select shown_person.id from share_link_person s join person shown_person on shown_person.id = s.person_id
  where s.share_link_id = ${linkId} and not shown_person.is_hidden`;

/** Links that collect photos show none, so no query about shown photos knows them. */
export type GalleryScope = Exclude<ShareScope, 'club_person' | 'collect'>;
/** A link to the photos of one person of a club, with the rights of the account that made it. */
export type FamilyScope = { id: string; scope: 'club_person'; club_person_id: string; sharer: Viewer };
export type SharedScope = { id: string; scope: GalleryScope } | FamilyScope;

/**
 * Hidden people show nothing, nor do people who refused to be shown outside: a link to them would tell who is in the
 * photos, also in blurred ones. A link whose people or photos are gone shows nothing, and never the whole gallery.
 */
const inScope: Record<
  GalleryScope,
  (
    linkId: RawBuilder<unknown>,
    photoId: RawBuilder<unknown>,
    refusals: RefusalCondition,
  ) => RawBuilder<boolean>
> = {
  gallery: () => sql<boolean>`true`,
  people: (linkId, photoId, refusals) => sql<boolean>`exists (
      select 1 from face sf join assignment sa on sa.face_id = sf.id
      where sf.photo_id = ${photoId} and sa.person_id in (${peopleOfLink(linkId)})
        and not ${isRefusedPerson(sql.ref('sa.person_id'), refusals)})`,
  photos: (linkId, photoId) => sql<boolean>`exists (
      select 1 from share_link_photo s where s.share_link_id = ${linkId} and s.photo_id = ${photoId})`,
};

/** The clubs of a gallery and of its event; `gallery` must be in scope. */
const clubsOfGallery = sql`(
  select ec.club_id from event_club ec where ec.event_id = gallery.event_id
  union select gc.club_id from gallery_club gc where gc.gallery_id = gallery.id)`;

/** Whether all clubs of a gallery allow links of families, and there is one; `gallery` must be in scope. */
const allowsFamilyShareLinks = sql`(
  select coalesce(bool_and(c.allows_family_links), false) from club c where c.id in ${clubsOfGallery})`;

/** The clubs of a gallery that do not, a table of `name`; `gallery` must be in scope. */
export const clubsWithoutFamilyShareLinks = sql`(
  select c.name from club c where not c.allows_family_links and c.id in ${clubsOfGallery})`;

type OfFamily = Pick<FamilyScope, 'club_person_id' | 'sharer'>;

/** Photos of persons who were confirmed, in galleries that the account which shares them may read at this moment. */
const photosOfFamily = ({ club_person_id, sharer }: OfFamily, where = sql`true`) => sql`(
  select sf.photo_id from person sp join gallery on gallery.id = sp.gallery_id
    join assignment sa on sa.person_id = sp.id join face sf on sf.id = sa.face_id
  where sp.id in (select person_id from who_is_who where for_family and club_person_id = ${club_person_id}::uuid) and ${visibleTo(sharer)} and ${where})`;

/** The photos that a link to one person shows. */
export const isPhotoOfFamilyShareLink = (of: OfFamily, photoId: RawBuilder<unknown>): RawBuilder<boolean> =>
  sql<boolean>`(${photoId} in ${photosOfFamily(of, sql`not sp.is_hidden and ${allowsFamilyShareLinks}`)})`;

/** Those that it leaves out, and why. */
export const whyNotInFamilyShareLink = (of: OfFamily, photoId: RawBuilder<unknown>) => {
  const isIn = (photos: RawBuilder<unknown>) => sql<boolean>`(${photoId} in ${photos})`;
  return {
    isOfFamily: isIn(photosOfFamily(of)),
    isNotAllowed: sql<boolean>`(not ${isIn(photosOfFamily(of, allowsFamilyShareLinks))})`,
  };
};

/** Whether a photo is one of those that a link shows. */
export const isInShareScope = (
  link: SharedScope,
  photoId: RawBuilder<unknown>,
  refusals: RefusalCondition,
): RawBuilder<boolean> =>
  link.scope === 'club_person'
    ? isPhotoOfFamilyShareLink(link, photoId)
    : inScope[link.scope](sql`${link.id}::uuid`, photoId, refusals);

/** The same for the rows of `share_link`, which must be a table of the statement; links to one gallery alone. */
export const isInShareScopeOfRow = (
  photoId: RawBuilder<unknown>,
  refusals: RefusalCondition,
): RawBuilder<boolean> => {
  const link = sql.ref('share_link.id');
  return sql<boolean>`case share_link.scope
    when 'gallery' then ${inScope.gallery(link, photoId, refusals)}
    when 'people' then ${inScope.people(link, photoId, refusals)}
    when 'photos' then ${inScope.photos(link, photoId, refusals)} else false end`;
};
