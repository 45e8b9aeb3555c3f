import { expect, test } from 'vitest';
import { firstUpcomingDate, isPastEvent, lastPastDate } from '#server/contract/past-events.ts';

test('an event is past from the day after its date', () => {
  expect(isPastEvent('2026-03-01', '2026-03-01')).toBe(false);
  expect(isPastEvent('2026-02-28', '2026-03-01')).toBe(true);
  expect([firstUpcomingDate('2026-03-01'), lastPastDate('2026-03-01')]).toEqual(['2026-03-01', '2026-02-28']);
});
