import { z } from 'zod';
import { nullableTimestamp } from './common.ts';

/** The secret address of the viewer's calendar feed. */
export const calendarFeed = z.object({
  /** Null: there is no address. */
  created_at: nullableTimestamp,
  /** Null although there is an address: the secret of the server has changed since; replace the address to see it. */
  url: z.string().nullable(),
});
export type CalendarFeed = z.output<typeof calendarFeed>;
