import { type RawBuilder, sql } from 'kysely';

/** Whether a link in force, or its visibility, shows the gallery to people outside the club, with photos that are added. */
export const isShownOutside = (
  galleryId: RawBuilder<unknown>,
  now: Date,
): RawBuilder<boolean> => sql<boolean>`(
  exists (select from gallery public_one where public_one.id = ${galleryId} and public_one.visibility = 'public')
  or exists (
    select from share_link shows where shows.gallery_id = ${galleryId} and shows.scope in ('gallery', 'people')
      and shows.is_active and (shows.expires_at is null or shows.expires_at > ${now}::timestamptz)))`;
