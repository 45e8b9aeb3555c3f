import { type RawBuilder, sql } from 'kysely';

/** Is there a request to take the photo down that was not declined? */
export const isTakenDown = (photoId: RawBuilder<unknown> = sql.ref('photo.id')): RawBuilder<boolean> =>
  sql<boolean>`exists (
    select 1 from takedown t where t.photo_id = ${photoId} and t.decided is distinct from 'declined')`;
