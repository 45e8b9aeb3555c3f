import { addDays, addMonths, daysBetween } from './calendar-dates.ts';

/** Notices are given this many days before the last day of a gallery, a link or a person's data. */
const FIRST_NOTICE = 30;
const LAST_NOTICE = 3;
export type ExpiryNotice = typeof FIRST_NOTICE | typeof LAST_NOTICE;

export const firstNoticeDays = FIRST_NOTICE;

/** A last day is chosen at least this many days ahead, so that every notice comes before it. */
export const fewestDaysKept = FIRST_NOTICE;

/** Galleries with this last day, or an earlier one, are due a notice today. */
export const latestLastDayToNotify = (today: string): string => addDays(today, FIRST_NOTICE);

/** The day after which a gallery ends: `LAST_NOTICE` days lie between a notice and the end, also where the server was away. */
export function lastDayAfterNotice(keptUntil: string, noticeOn: string): string {
  const noticed = addDays(noticeOn, LAST_NOTICE - 1);
  return noticed > keptUntil ? noticed : keptUntil;
}

export interface Retention {
  kept_until: string;
  /** The last notice that was given, and on which day. */
  expiry_notice: number | null;
  expiry_notice_on: string | null;
}

/**
 * What is due today for a gallery that is kept until some day: a notice, the end, or nothing. A gallery never ends on or
 * before its last day, nor less than three days after the last notice.
 */
export function dueRetentionStep(
  { kept_until, expiry_notice, expiry_notice_on }: Retention,
  today: string,
): ExpiryNotice | 'end' | null {
  if (expiry_notice === LAST_NOTICE && expiry_notice_on !== null)
    return today > lastDayAfterNotice(kept_until, expiry_notice_on) ? 'end' : null;
  const daysLeft = daysBetween(today, kept_until);
  if (daysLeft <= LAST_NOTICE) return LAST_NOTICE;
  return daysLeft <= FIRST_NOTICE && expiry_notice === null ? FIRST_NOTICE : null;
}

/**
 * The notice that is due for something that ends on its day in any case, such as a share link; null where there is none, or
 * it was given.
 * @param daysLeft until the last day; negative once it is over
 * @param given the last notice that was given, or passed when the day was chosen
 */
export function dueExpiryNotice(daysLeft: number, given: number | null): ExpiryNotice | null {
  const passed = passedNotice(daysLeft);
  if (daysLeft < 0 || passed === null) return null;
  return given === null || passed < given ? passed : null;
}

/**
 * The last notice whose day has been reached, so many days before the end; null where none has. The user who chooses a day
 * that near is not given this notice.
 */
export function passedNotice(daysLeft: number): ExpiryNotice | null {
  if (daysLeft <= LAST_NOTICE) return LAST_NOTICE;
  return daysLeft <= FIRST_NOTICE ? FIRST_NOTICE : null;
}

export interface LeftPerson {
  left_on: string;
  /** The day on which that was noted. */
  noted_on: string;
  /** The last day that the club chose for this person. */
  kept_until: string | null;
  /** After how many months the club deletes data of people who left, and the day on which it chose that. */
  months: number;
  since: string;
}

/** The last day of the data of somebody who left; far enough from what it follows from for every notice. */
export function lastDayOfLeft({ left_on, noted_on, kept_until, months, since }: LeftPerson): string {
  if (kept_until !== null) return kept_until;
  const earliest = addDays(noted_on > since ? noted_on : since, fewestDaysKept);
  const last = addMonths(left_on, months);
  return last > earliest ? last : earliest;
}
