import { ages } from '#server/contract/ages.ts';
import { addYears } from '#server/contract/calendar-dates.ts';

/** Somebody whose date of birth the club does not know may be a minor. */
export const isAdult = (bornOn: string | null, today: string): boolean =>
  bornOn !== null && addYears(bornOn, ages.adult) <= today;
