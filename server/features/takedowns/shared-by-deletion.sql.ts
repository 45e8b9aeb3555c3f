import { sql } from 'kysely';

/** What requests share that are decided together: those of one deletion until one is declined; each other has its own. */
export const sharedByDeletion = sql<string>`case when takedown.cause is not null and takedown.decided is distinct from 'declined'
  then concat_ws(' ', takedown.gallery_id, takedown.cause, takedown.asked_at, takedown.decided, takedown.decided_by)
  else takedown.id::text end`;
