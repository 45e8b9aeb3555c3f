/** Days before the last day of a gallery on which those who manage it are told, the earliest first. */
export const endNotices = [30, 3] as const;
export type EndNotice = (typeof endNotices)[number];

/** A last day is chosen at least this many days ahead, so that every notice comes before it. */
export const fewestDaysKept = endNotices[0];

/** Days that lie between the last notice and the end, also where the server was away on the day it was due. */
const daysAfterNotice = endNotices[1];

const dayMs = 24 * 60 * 60 * 1000;
/** Whole days between two calendar dates (`YYYY-MM-DD`). */
export const daysBetween = (from: string, to: string): number => (Date.parse(to) - Date.parse(from)) / dayMs;

export const addDays = (date: string, days: number): string =>
  new Date(Date.parse(date) + days * dayMs).toISOString().slice(0, 10);

export interface Retention {
  kept_until: string;
  /** The last notice that was given, and on which day. */
  end_notice: number | null;
  end_notice_on: string | null;
}

/**
 * What is due today for a gallery that is kept until some day: a notice, the end, or nothing. A gallery never ends on or
 * before its last day, nor less than three days after the last notice.
 */
export function dueRetentionStep(gallery: Retention, today: string): EndNotice | 'end' | null {
  const daysLeft = daysBetween(today, gallery.kept_until);
  const last = endNotices.at(-1)!;
  if (gallery.end_notice === last && gallery.end_notice_on !== null) {
    const isNoticeOver = daysBetween(gallery.end_notice_on, today) >= daysAfterNotice;
    return daysLeft < 0 && isNoticeOver ? 'end' : null;
  }
  if (daysLeft <= last) return last;
  return daysLeft <= endNotices[0] && gallery.end_notice === null ? endNotices[0] : null;
}
