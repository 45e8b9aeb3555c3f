import fc from 'fast-check';
import { expect, test } from 'vitest';
import { addDays, addMonths, daysBetween } from '#server/contract/calendar-dates.ts';
import { dueExpiryNotice, fewestDaysKept, passedNotice } from '#server/contract/expiry-notices.ts';
import { dueRetentionStep, lastDayOfLeft, type Retention } from '#server/contract/last-day.ts';
import { linkStatus } from '#server/features/sharing/share-links/share-links.repository.ts';

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
      Object.assign(state, { expiry_notice: step, expiry_notice_on: today });
    }
  }
  return { notices, ended: null };
}

const kept = (days: number): Retention => ({
  kept_until: addDays(start, days),
  expiry_notice: null,
  expiry_notice_on: null,
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

/** Lives with a link that was made on the first day, and counts on which days it opens, at their first and last moment. */
function liveWithLink(
  days: number,
  daysUp: readonly number[],
): { notices: [number, string][]; opens: string[] } {
  const lastDay = addDays(start, days);
  const link = { is_active: true, has_left: false, expires_at: new Date(`${lastDay}T23:59:59.999`) };
  let given = passedNotice(days) as number | null;
  const notices: [number, string][] = [];
  const opens: string[] = [];
  for (const day of daysUp) {
    const today = addDays(start, day);
    for (const time of ['00:00:00', '23:59:59.998'])
      if (linkStatus(link, new Date(`${today}T${time}`)) === 'active') opens.push(today);
    for (const _ of [1, 2]) {
      const notice = dueExpiryNotice(daysBetween(today, lastDay), given);
      if (notice === null) continue;
      given = notice;
      notices.push([notice, today]);
    }
  }
  return { notices, opens };
}

test('a link of any length opens until its last day, and is announced 30 and 3 days before it', () => {
  for (let days = 0; days <= mostDays; days += 1) {
    const { notices, opens } = liveWithLink(
      days,
      Array.from({ length: days + 40 }, (_, day) => day),
    );
    const lastDay = addDays(start, days);
    const expected = [30, 3].filter((before) => days > before);
    expect(notices).toEqual(expected.map((before) => [before, addDays(lastDay, -before)]));
    expect(opens).toHaveLength(2 * (days + 1));
    expect(opens.at(-1)).toBe(lastDay);
  }
});

test('on a server that is often away a link ends on its day all the same, and no notice comes early, late or twice', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 0, max: mostDays }),
      fc.uniqueArray(fc.integer({ min: 0, max: 900 }), { maxLength: 60 }),
      (days, up) => {
        const daysUp = up.toSorted((a, b) => a - b);
        const lastDay = addDays(start, days);
        const { notices, opens } = liveWithLink(days, daysUp);
        expect(opens).toEqual(
          daysUp.filter((day) => day <= days).flatMap((day) => Array(2).fill(addDays(start, day))),
        );
        // Each notice comes on the first day on which the server is up and it is due, unless the next one is.
        const firstUp = (before: number, until: number) =>
          daysUp.find((day) => days > before && day >= days - before && day < days - until);
        const expected = [
          [30, firstUp(30, 3)],
          [3, firstUp(3, -1)],
        ].flatMap(([notice, day]) => (day === undefined ? [] : [[notice, addDays(start, day)]]));
        expect(notices).toEqual(expected);
        for (const [, day] of notices) expect(day <= lastDay).toBe(true);
      },
    ),
    { numRuns: CALENDARS },
  );
});

test.each([
  ['2027-01-31', 1, '2027-02-28'],
  ['2028-01-31', 1, '2028-02-29'],
  ['2027-02-28', 12, '2028-02-28'],
  ['2028-02-29', 12, '2029-02-28'],
  ['2027-08-31', 6, '2028-02-29'],
  ['2027-12-15', 120, '2037-12-15'],
])('%s and %i months make %s', (date, months, expected) => {
  expect(addMonths(date, months)).toBe(expected);
});

test('data of people who left ends so many months later, never before everybody was told 30 days before', () => {
  for (let months = 1; months <= 24; months += 1)
    for (let noted = 0; noted <= 60; noted += 1) {
      const noted_on = addDays(start, noted);
      const left = { left_on: start, noted_on, kept_until: null, months, since: '2020-01-01' };
      const lastDay = lastDayOfLeft(left);
      expect([addMonths(start, months), addDays(noted_on, 30)].toSorted().at(-1)).toBe(lastDay);
      expect(lastDayOfLeft({ ...left, noted_on: start, since: noted_on })).toBe(lastDay);
      expect(lastDayOfLeft({ ...left, kept_until: '2026-03-30' })).toBe('2026-03-30');
      // From the day on which it is noted, on a server that is up every day.
      const days = daysBetween(noted_on, lastDay);
      const { notices, ended } = live(
        { kept_until: lastDay, expiry_notice: null, expiry_notice_on: null },
        Array.from({ length: days + 2 }, (_, day) => noted + day),
      );
      expect(notices).toEqual(
        new Map([
          [30, addDays(lastDay, -30)],
          [3, addDays(lastDay, -3)],
        ]),
      );
      expect(ended).toBe(addDays(lastDay, 1));
    }
});
