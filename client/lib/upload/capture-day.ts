import { parse } from 'exifr/dist/lite.esm.mjs';
import { calendarDate } from '../format.ts';
import { groupBy } from '../group-by.ts';

/** Files whose time is read: reading each of a folder of thousands would take seconds, and those of a match agree. */
const SAMPLES = 24;

/**
 * The day on which most photos were taken, by the clock of the camera; where files say nothing, by the time that the system keeps.
 * @returns a calendar date, `2026-06-13`; undefined without files
 */
export async function captureDay(files: readonly File[]): Promise<string | undefined> {
  const step = Math.max(1, files.length / SAMPLES);
  const sample = files.filter((_, at) => at % step < 1);
  const days = await Promise.all(sample.map(dayOf));
  const counts = groupBy(days, (day) => day);
  return [...counts].toSorted(([, a], [, b]) => b.length - a.length)[0]?.[0];
}

async function dayOf(file: File): Promise<string> {
  // Not `pick`, which the small build cannot do (findings/exifr-lite-cannot-pick.sh). A file that cannot be read has no tags.
  const tags = await parse(file, { reviveValues: false }).catch(() => undefined);
  // Exif writes `2026:06:13 14:05:00`; cameras without a clock write zeros or blanks.
  const [, year, month, day] =
    /^((?:19|20)\d\d)\D(0[1-9]|1[0-2])\D(0[1-9]|[12]\d|3[01])/.exec(
      String(tags?.DateTimeOriginal ?? tags?.CreateDate ?? ''),
    ) ?? [];
  return year ? `${year}-${month}-${day}` : calendarDate(new Date(file.lastModified));
}
