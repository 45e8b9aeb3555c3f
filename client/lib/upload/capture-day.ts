import { parse } from 'exifr/dist/lite.esm.mjs';
import { calendarDate } from '../format.ts';
import { groupBy } from '../group-by.ts';

/** Files whose time is read: reading each of a folder of thousands would take seconds, and those of a match agree. */
const SAMPLES = 24;

export interface CaptureDay {
  /** A calendar date, `2026-06-13`. */
  day: string;
  /** By the clock of the camera; else by the time that the system keeps. */
  isSaid: boolean;
}

/**
 * The day on which most photos were taken, by the clock of the camera; where files say nothing, by the time that the system keeps.
 * Of as many the later: a clock that was never set is behind.
 */
export async function captureDay(files: readonly File[]): Promise<CaptureDay | undefined> {
  const step = Math.max(1, files.length / SAMPLES);
  const sample = files.filter((_, at) => at % step < 1);
  const counts = groupBy(await Promise.all(sample.map(dayOf)), ({ day }) => day);
  const [most] = [...counts].toSorted(
    ([dayA, a], [dayB, b]) => b.length - a.length || dayB.localeCompare(dayA),
  );
  return most && { day: most[0], isSaid: most[1].some(({ isSaid }) => isSaid) };
}

async function dayOf(file: File): Promise<CaptureDay> {
  // Not `pick`, which the small build cannot do (findings/exifr-lite-cannot-pick.sh). A file that cannot be read has no tags.
  const tags = await parse(file, { reviveValues: false }).catch(() => undefined);
  // Exif writes `2026:06:13 14:05:00`; cameras without a clock write zeros or blanks.
  const [, year, month, day] =
    /^((?:19|20)\d\d)\D(0[1-9]|1[0-2])\D(0[1-9]|[12]\d|3[01])/.exec(
      String(tags?.DateTimeOriginal ?? tags?.CreateDate ?? ''),
    ) ?? [];
  return year
    ? { day: `${year}-${month}-${day}`, isSaid: true }
    : { day: calendarDate(new Date(file.lastModified)), isSaid: false };
}
