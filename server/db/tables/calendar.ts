import type { Timestamp } from './column-type-aliases.ts';

/** Secret addresses of calendar feeds. */

export interface CalendarFeedTable {
  id: string;
  user_id: string;
  token_hash: Buffer;
  created_at: Timestamp;
}
