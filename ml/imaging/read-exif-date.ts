import exifr from 'exifr';

const FIELDS = ['DateTimeOriginal', 'CreateDate', 'OffsetTimeOriginal', 'OffsetTime'];
const EXIF_TIME = /^(\d{4}):(\d\d):(\d\d)[ T](\d\d):(\d\d):(\d\d)/;
const OFFSET = /^([+-])(\d\d):(\d\d)$/;
const DAY_MS = 86_400_000;
/** Cameras with an unset clock say 1970 or 1980; no camera took a digital photo before this year. */
const EARLIEST_YEAR = 1990;

/** When the picture was taken, ISO 8601 in UTC, or null. Nothing else is read of the metadata. */
export async function readTakenAt(tiff: Buffer | undefined): Promise<string | null> {
  if (!tiff) return null;
  try {
    const tags = await exifr.parse(tiff, {
      pick: FIELDS,
      reviveValues: false,
      mergeOutput: true,
      xmp: false,
    });
    return takenAtOf(tags ?? {});
  } catch {
    // Damaged metadata is common and no reason to refuse a picture that decodes.
    return null;
  }
}

/** A camera without a time zone is taken to show the server's local time (TZ). */
export function takenAtOf(tags: Record<string, unknown>): string | null {
  const match = EXIF_TIME.exec(String(tags.DateTimeOriginal ?? tags.CreateDate ?? ''));
  if (!match) return null;
  const [year, month, day, hour, minute, second] = match.slice(1).map(Number) as [
    number,
    number,
    number,
    number,
    number,
    number,
  ];
  const local = new Date(year, month - 1, day, hour, minute, second);
  // Date rolls 31 February over to March: such a value was never a date.
  if (local.getMonth() !== month - 1 || local.getDate() !== day) return null;
  const offset = OFFSET.exec(String(tags.OffsetTimeOriginal ?? tags.OffsetTime ?? ''));
  const time = offset
    ? Date.UTC(year, month - 1, day, hour, minute, second) - minutesOf(offset) * 60_000
    : local.getTime();
  if (!Number.isFinite(time) || year < EARLIEST_YEAR || time > Date.now() + DAY_MS) return null;
  return new Date(time).toISOString();
}

function minutesOf([, sign, hours, minutes]: RegExpExecArray): number {
  const value = Number(hours) * 60 + Number(minutes);
  return sign === '-' ? -value : value;
}
