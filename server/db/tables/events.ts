import type { Generated, GeneratedAlways } from 'kysely';
import type { CalendarDate, TimestampWithDefault } from './column-type-aliases.ts';

/** Events and the clubs that take part. */

export interface EventTable {
  id: string;
  name: string;
  slug: string;
  description: Generated<string>;
  event_date: CalendarDate;
  location: string | null;
  search_text: GeneratedAlways<string>;
  created_by: string | null;
  created_at: TimestampWithDefault;
  updated_at: TimestampWithDefault;
}

export interface EventClubTable {
  event_id: string;
  club_id: string;
}
