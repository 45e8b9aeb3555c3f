import { sql } from 'kysely';

/** What requests share that are decided together: those of one batch or deletion until one is declined; each other has its own. */
export const decidedTogether = sql<string>`case when takedown.decided is distinct from 'declined' then case
    when takedown.batch_id is not null
      then concat_ws(' ', takedown.gallery_id, takedown.batch_id, takedown.decided, takedown.decided_by)
    when takedown.cause is not null
      then concat_ws(' ', takedown.gallery_id, takedown.cause, takedown.asked_at, takedown.decided, takedown.decided_by)
    else takedown.id::text end
  else takedown.id::text end`;
