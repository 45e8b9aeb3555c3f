import { addDays } from './calendar-dates.ts';

/** Notices are given this many days before the last day of a gallery, a link or a person's data. */
export const FIRST_NOTICE_DAYS = 30;
export const LAST_NOTICE_DAYS = 3;
export type ExpiryNotice = typeof FIRST_NOTICE_DAYS | typeof LAST_NOTICE_DAYS;

/** A last day is chosen at least this many days ahead, so that every notice comes before it. */
export const fewestDaysKept = FIRST_NOTICE_DAYS;

/** Galleries with a later last day than this are due no notice today. */
export const latestLastDayToNotify = (today: string): string => addDays(today, FIRST_NOTICE_DAYS);

/**
 * The notice that is due today; null where none is, or it was given. For what ends on its last day whether notices were given or
 * not, such as a share link.
 * @param daysLeft until the last day; negative once it is over
 * @param given the last notice that was given, or passed when the day was chosen
 */
export function dueExpiryNotice(daysLeft: number, given: number | null): ExpiryNotice | null {
  const passed = passedNotice(daysLeft);
  if (daysLeft < 0 || passed === null) return null;
  return given === null || passed < given ? passed : null;
}

/**
 * The last notice whose day has been reached, so many days before the end; null where none has. When somebody chooses a last
 * day that near, this notice counts as given.
 */
export function passedNotice(daysLeft: number): ExpiryNotice | null {
  if (daysLeft <= LAST_NOTICE_DAYS) return LAST_NOTICE_DAYS;
  return daysLeft <= FIRST_NOTICE_DAYS ? FIRST_NOTICE_DAYS : null;
}
