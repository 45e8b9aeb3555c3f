import { expect, test, vi } from 'vitest';
import { captureDay } from '#client/lib/upload/capture-day.ts';

// The browser's build reads nothing in Node.
vi.mock('exifr/dist/lite.esm.mjs', () => ({
  parse: async ({ name }: File) => (name ? { DateTimeOriginal: `${name} 14:00:00` } : undefined),
}));

/** @param day by the clock of the camera, `2026:06:13`; without it only the system keeps a time, of 30 November */
const photo = (day = '') => new File([], day, { lastModified: Date.UTC(2026, 10, 30, 12) });
const taken = (...days: (string | undefined)[]) => captureDay(days.map(photo));

test('the day of most photos, not of one whose clock was never set', async () => {
  expect(await taken('2017:05:13', '2026:11:28', '2026:11:28')).toEqual({ day: '2026-11-28', isSaid: true });
  expect(await taken('2017:05:13', undefined, undefined)).toEqual({ day: '2026-11-30', isSaid: false });
  expect(await taken('2017:05:13', '2026:11:28')).toEqual({ day: '2026-11-28', isSaid: true });
  expect(await taken('2017:05:13', undefined)).toEqual({ day: '2026-11-30', isSaid: false });
});

test('without files there is none', async () => {
  expect(await captureDay([])).toBeUndefined();
});
