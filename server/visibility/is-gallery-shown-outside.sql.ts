import { type RawBuilder, sql } from 'kysely';

/** Whether a link in force, or its visibility, shows the gallery to people outside the club, with photos that are added. */
export const isShownOutside = (
  galleryId: RawBuilder<unknown>,
  now: Date,
): RawBuilder<boolean> => sql<boolean>`(
  exists (select from gallery public_one where public_one.id = ${galleryId} and public_one.visibility = 'public')
  or exists (
    select from share_link shows where shows.gallery_id = ${galleryId} and shows.scope in ('gallery', 'people')
      and ${isLinkInForce('shows', sql`${now}::timestamptz`)}))`;

/** Whether a row of `share_link` opens anything. @param alias of the row @param now a moment in SQL */
export function isLinkInForce(alias: 'shows' | 'l', now: RawBuilder<unknown>): RawBuilder<boolean> {
  const link = sql.raw(alias);
  return sql<boolean>`${link}.is_active and (${link}.expires_at is null or ${link}.expires_at > ${now})`;
}
