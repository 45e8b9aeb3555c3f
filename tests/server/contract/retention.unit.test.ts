import fc from 'fast-check';
import { expect, test } from 'vitest';
import { addDays, daysBetween } from '#server/contract/calendar-dates.ts';
import { dueRetentionStep, fewestDaysKept, type Retention } from '#server/contract/retention.ts';

const CALENDARS = 10_000;
const start = '2026-02-20';

interface Lived {
  /** Days of the notices, by days before the end, and the day on which the gallery was deleted. */
  notices: Map<number, string>;
  ended: string | null;
}

/** Lives through the days on which the server is up; each day is asked twice, as housekeeping runs every hour. */
function live(gallery: Retention, daysUp: readonly number[]): Lived {
  const state = { ...gallery };
  const notices = new Map<number, string>();
  for (const day of daysUp) {
    const today = addDays(start, day);
    for (const _ of [1, 2]) {
      const step = dueRetentionStep(state, today);
      if (step === 'end') return { notices, ended: today };
      if (step === null) continue;
      expect(notices.has(step)).toBe(false);
      notices.set(step, today);
      Object.assign(state, { end_notice: step, end_notice_on: today });
    }
  }
  return { notices, ended: null };
}

const kept = (days: number): Retention => ({
  kept_until: addDays(start, days),
  end_notice: null,
  end_notice_on: null,
});
/** A last day is chosen this far ahead at most: past 29 February 2028. */
const mostDays = 800;
const lengths = fc.integer({ min: fewestDaysKept, max: mostDays });

test('on a server that is up every day the notices come 30 and 3 days before the last day, and the end the day after it', () => {
  for (let days = fewestDaysKept; days <= mostDays; days += 1) {
    const { notices, ended } = live(
      kept(days),
      Array.from({ length: days + 2 }, (_, day) => day),
    );
    const lastDay = addDays(start, days);
    expect(notices).toEqual(
      new Map([
        [30, addDays(lastDay, -30)],
        [3, addDays(lastDay, -3)],
      ]),
    );
    expect(ended).toBe(addDays(lastDay, 1));
  }
});

test('on a server that is often away nothing ends early, unannounced, or later than it must', () => {
  fc.assert(
    fc.property(lengths, fc.uniqueArray(fc.integer({ min: 0, max: 900 }), { maxLength: 60 }), (days, up) => {
      const daysUp = up.toSorted((a, b) => a - b);
      const lastDay = addDays(start, days);
      const { notices, ended } = live(kept(days), daysUp);
      const lastNotice = notices.get(3);
      if (ended) {
        expect(ended > lastDay).toBe(true);
        expect(daysBetween(lastNotice!, ended)).toBeGreaterThanOrEqual(3);
      }
      // The first day on which the server is up and both are over.
      const due = daysUp
        .map((day) => addDays(start, day))
        .find((day) => day > lastDay && lastNotice !== undefined && daysBetween(lastNotice, day) >= 3);
      expect(ended).toBe(due ?? null);
      const firstNoticeDue = daysUp
        .map((day) => addDays(start, day))
        .find((day) => daysBetween(day, lastDay) <= 3);
      expect(lastNotice).toBe(firstNoticeDue);
    }),
    { numRuns: CALENDARS },
  );
});
