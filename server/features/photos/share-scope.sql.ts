import { type RawBuilder, sql } from 'kysely';
import type { ShareScope } from '#server/contract/schemas/links.ts';

/** What share links show. It is asked of the people and photos as they are now, at each request. */

/** @param linkId a parameter, or a column of a table that is not called `shown_person` */
export const peopleOfLink = (linkId: RawBuilder<unknown>) => sql`
  select shown_person.id from share_link_person s join person shown_person on shown_person.id = s.person_id
  where s.share_link_id = ${linkId} and not shown_person.is_hidden`;

/** Hidden people show nothing. A link whose people or photos are gone shows nothing, and never the whole gallery. */
const inScope: Record<
  ShareScope,
  (linkId: RawBuilder<unknown>, photoId: RawBuilder<unknown>) => RawBuilder<boolean>
> = {
  gallery: () => sql<boolean>`true`,
  people: (linkId, photoId) => sql<boolean>`exists (
      select 1 from face sf join assignment sa on sa.face_id = sf.id
      where sf.photo_id = ${photoId} and sa.person_id in (${peopleOfLink(linkId)}))`,
  photos: (linkId, photoId) => sql<boolean>`exists (
      select 1 from share_link_photo s where s.share_link_id = ${linkId} and s.photo_id = ${photoId})`,
};

export type SharedScope = { id: string; scope: ShareScope };

export const isInScope = ({ id, scope }: SharedScope, photoId: RawBuilder<unknown>): RawBuilder<boolean> =>
  inScope[scope](sql`${id}::uuid`, photoId);

/** The same in lists of links; `share_link` must be in scope. */
export const isInScopeOfLink = (photoId: RawBuilder<unknown>): RawBuilder<boolean> => {
  const link = sql.ref('share_link.id');
  return sql<boolean>`case share_link.scope
    when 'gallery' then ${inScope.gallery(link, photoId)}
    when 'people' then ${inScope.people(link, photoId)}
    when 'photos' then ${inScope.photos(link, photoId)} end`;
};
