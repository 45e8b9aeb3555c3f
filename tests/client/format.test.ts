import { execFileSync } from 'node:child_process';
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

/** What a reader in another time zone reads: a process has one. */
function untilIn(zone: string, moments: string[]): string[] {
  const code = `import { formatsFor } from '#client/lib/format.ts';
    import { untilOf } from '#client/hooks/use-until.ts';
    console.log(JSON.stringify(${JSON.stringify(moments)}.map(untilOf(formatsFor('en')))));`;
  const env = { ...process.env, TZ: zone };
  const output = execFileSync(process.execPath, ['--input-type=module', '-e', code], { env });
  return JSON.parse(String(output)).map((text: string) => text.replace(/\u202f/g, ' '));
}

/** The ends of 1 January in these zones, and a moment in the middle of its day there. */
const endOfFirst = { berlin: '2031-01-01T22:59:59.999Z', auckland: '2031-01-01T10:59:59.999Z' };
it.each([
  ['Europe/Berlin', ['Jan 1, 2031', 'Jan 1, 2031, 11:59 AM']],
  ['Pacific/Auckland', ['Jan 2, 2031, 11:59 AM', 'Jan 1, 2031']],
  ['America/Los_Angeles', ['Jan 1, 2031, 2:59 PM', 'Jan 1, 2031, 2:59 AM']],
])('in %s a link ends on the day on which it does, with the time where the day goes on', (zone, texts) =>
  expect(untilIn(zone, Object.values(endOfFirst))).toEqual(texts),
);
