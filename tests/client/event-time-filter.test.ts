import { expect, test } from 'vitest';
import { datesOf } from '#client/features/galleries/events/components/event-time-filter.ts';

test('an event of today is still upcoming', () => {
  expect(datesOf('upcoming', '2026-03-01')).toEqual({ from_date: '2026-03-01' });
  expect(datesOf('past', '2026-03-01')).toEqual({ to_date: '2026-02-28' });
  expect(datesOf('all', '2026-03-01')).toEqual({});
});
