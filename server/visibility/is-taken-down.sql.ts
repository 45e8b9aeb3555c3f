/** Whether a request hides a photo. From whom it is hidden: photo-visibility.sql.ts. */
import { type RawBuilder, sql } from 'kysely';

/** Whether a row `t` of `takedown` hides its photo: from the request on, or once it is granted, until it is declined. */
export const isHidingRequest = sql<boolean>`(t.hides and t.decided is distinct from 'declined')`;

/** Is there a request to take the photo down that was not declined? */
export const isTakenDown = (photoId: RawBuilder<unknown> = sql.ref('photo.id')): RawBuilder<boolean> =>
  sql<boolean>`exists (
    select 1 from takedown t where t.photo_id = ${photoId} and ${isHidingRequest})`;

/** Whether somebody declined to take `photo` down. */
export const isKeptShown = sql<boolean>`exists (
  select 1 from takedown t where t.photo_id = photo.id and t.decided = 'declined')`;
