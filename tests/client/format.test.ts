import { describe, expect, it } from 'vitest';
import { calendarDate, dateOf, formatsFor } from '#client/lib/format.ts';

describe('sizes of files', () => {
  it.each([
    ['en', 0, '0 bytes'],
    ['en', 1, '1 byte'],
    ['en', 14, '14 bytes'],
    ['en', 2_000, '2 kB'],
    ['en', 3_456_789, '3.5 MB'],
    ['de', 0, '0 Byte'],
    ['de', 1, '1 Byte'],
    ['de', 3_456_789, '3,5 MB'],
  ])('in %s: %i is %s', (language, size, text) =>
    expect(
      formatsFor(language)
        .bytes(size)
        .replace(/\u00a0/g, ' '),
    ).toBe(text),
  );
});

it.each(['0001-01-01', '0050-06-15', '0099-12-31', '0100-01-01', '2024-02-29', '9999-12-31'])(
  '%s stays that date',
  (date) => {
    const day = dateOf(date);
    expect([day.getFullYear(), day.getMonth() + 1, day.getDate()]).toEqual(date.split('-').map(Number));
    expect(formatsFor('de').longDate(date)).toContain(String(Number(date.slice(0, 4))));
    expect(calendarDate(day)).toBe(date);
  },
);
