import { z } from 'zod';
import { calendarDate, id, months, seen } from './common.ts';

/** That somebody left the club, for a club that deletes what it knows of such people. */
export const departure = z.object({
  left_on: z.string(),
  /** The last day that the club chose for this person; null: so many months after they left. */
  kept_until: z.string().nullable(),
  /** The day after which the data is deleted. */
  last_day: z.string(),
});

export const leftPeopleOfClub = z.object({
  /** Data of people who left is deleted after so many months; null: never. */
  months: z.number().nullable(),
  /** How many people of the club left. */
  people: z.number(),
});
export const keepLeftPeopleInput = z.object({ id, months: months.nullable(), seen });
export const saveDepartureInput = z.object({
  id,
  club_person_id: id,
  left_on: calendarDate,
  kept_until: calendarDate.nullable().default(null),
  seen,
});
export const removeDepartureInput = z.object({ id, club_person_id: id });
