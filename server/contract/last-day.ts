/** When galleries and the data of people who left are deleted, and which notice is due before. */
import { addDays, addMonths, daysBetween } from './calendar-dates.ts';
import { type ExpiryNotice, FIRST_NOTICE_DAYS, fewestDaysKept, LAST_NOTICE_DAYS } from './expiry-notices.ts';

/**
 * The last day of a gallery, or of somebody's data; later than was chosen where the last notice was given late, such as by a
 * server that had been off: they are deleted `LAST_NOTICE_DAYS` days after that notice at the earliest.
 */
export function lastDayAfterNotice(keptUntil: string, noticeOn: string): string {
  const noticed = addDays(noticeOn, LAST_NOTICE_DAYS - 1);
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
  if (expiry_notice === LAST_NOTICE_DAYS && expiry_notice_on !== null)
    return today > lastDayAfterNotice(kept_until, expiry_notice_on) ? 'end' : null;
  const daysLeft = daysBetween(today, kept_until);
  if (daysLeft <= LAST_NOTICE_DAYS) return LAST_NOTICE_DAYS;
  return daysLeft <= FIRST_NOTICE_DAYS && expiry_notice === null ? FIRST_NOTICE_DAYS : null;
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

/**
 * The last day of the data of somebody who left: the one chosen for this person, otherwise `months` after the departure, but at
 * least `fewestDaysKept` days after the departure was noted and the club chose its time, so that every notice can be given
 * before it.
 */
export function lastDayOfLeft({ left_on, noted_on, kept_until, months, since }: LeftPerson): string {
  if (kept_until !== null) return kept_until;
  const earliest = addDays(noted_on > since ? noted_on : since, fewestDaysKept);
  const last = addMonths(left_on, months);
  return last > earliest ? last : earliest;
}
