import type { Kysely } from 'kysely';
import { AppError } from '#server/contract/app-error.ts';
import type { EventFacts, Viewer } from '#server/contract/permissions.ts';
import type { DB } from '#server/db/tables.ts';
import { requireId } from '#server/ids.ts';
import { eventFacts, hasEndedInEvent, listEventClubIds } from './events.repository.ts';

export type LoadedEvent = {
  id: string;
  name: string;
  slug: string;
  description: string;
  event_date: string;
  location: string | null;
  created_by: string | null;
  has_ended: boolean;
  clubIds: string[];
  facts: EventFacts;
};

/** The event and what the permission table asks about it. Throws `event_not_found`. */
export async function loadEvent(db: Kysely<DB>, viewer: Viewer, id: string): Promise<LoadedEvent> {
  const row = await db
    .selectFrom('event')
    .select(['id', 'name', 'slug', 'description', 'event_date', 'location', 'created_by'])
    .select(hasEndedInEvent(viewer.id).as('has_ended'))
    .where('id', '=', requireId(id, 'event_not_found'))
    .executeTakeFirst();
  if (!row) throw new AppError('event_not_found');
  const clubIds = await listEventClubIds(db, row.id);
  return { ...row, clubIds, facts: eventFacts(viewer, row, clubIds) };
}
