import type { ParsedMetadata } from './parsed-metadata.ts';
import type { CaptureTime } from './types.ts';

const DAY_MS = 86_400_000;
const MINUTE_MS = 60_000;
/** Cameras with an unset clock say 1970 or 1980; no camera took a digital photo before this year. */
const EARLIEST_YEAR = 1990;
/** The clocks of the world differ from UTC by whole quarters of an hour, at most by this many minutes. */
const OFFSET = { step: 15, most: 14 * 60 };
/** The receiver's time may be this much older than the picture, and the camera's clock be wrong by as much. */
const GPS_TOLERANCE_MS = 3 * MINUTE_MS;

/** Year, month and day; with the time, apart by spaces or a T; fractions of seconds; an offset from UTC. */
const DATE =
  /^\s*(\d{4})([:\-/.]?)(\d{1,2})\2(\d{1,2})(?:[T\s]+(\d{1,2}):?(\d\d)(?::?(\d\d)(?:[.,](\d+))?)?)?\s*(Z|UTC|[+-]\d{1,2}:?(?:\d\d)?)?\s*$/i;

/** What one place says, as text. */
interface Source {
  date: unknown;
  /** Fractions of a second as digits, where they stand apart. */
  fraction?: unknown;
}
type Tags = ParsedMetadata['tags'];

/**
 * When the picture was taken, or null. Of all places the first is believed that says a real time (MWG
 * Guidelines for Handling Image Metadata 2.0, 5.1): Exif's original and digitised time, XMP, IPTC, and last Exif's time of the
 * last change, which several phones and messengers write alone. Where none does, the name of the file may say the day.
 */
export const captureTimeOf = (parsed: ParsedMetadata, filename = ''): CaptureTime | null =>
  timeInFile(parsed) ?? timeOfName(filename);

function timeInFile({ tags, xmp, iptc }: ParsedMetadata): CaptureTime | null {
  const original = textOf(tags.DateTimeOriginal);
  /** Programs write the fraction in one of three places; it belongs to this time where both times are one. */
  const fractionOf = (date: unknown, own: unknown) =>
    own ??
    (textOf(tags.CreateDate) === date ? tags.SubSecTimeDigitized : undefined) ??
    (textOf(tags.ModifyDate) === date ? tags.SubSecTime : undefined);
  const sources: Source[] = [
    { date: original, fraction: fractionOf(original, tags.SubSecTimeOriginal) },
    { date: tags.CreateDate, fraction: tags.SubSecTimeDigitized },
    ...['exif:DateTimeOriginal', 'photoshop:DateCreated', 'exif:DateTimeDigitized', 'xmp:CreateDate'].map(
      (name) => ({ date: xmp(name)[0] }),
    ),
    // IPTC writes day and time apart, both without separators.
    { date: `${iptc(55)[0] ?? ''} ${iptc(60)[0] ?? ''}` },
    { date: tags.ModifyDate, fraction: tags.SubSecTime },
  ];
  const clocks = { offsets: offsetsByDate(tags), gps: gpsTime(tags) };
  // A day without a time of day is better than the next place, which may say when the file was changed, only where there is none.
  for (const isDayEnough of [false, true])
    for (const source of sources) {
      const time = timeOf(source, clocks, isDayEnough);
      if (time) return time;
    }
  const { gps } = clocks;
  if (gps === undefined || !isPlausible(gps)) return null;
  // The receiver's clock shows UTC alone; the place's is taken to be this server's.
  const offset = -new Date(gps).getTimezoneOffset();
  return { utc: iso(gps), local: localText(gps + offset * MINUTE_MS), offset };
}

interface Clocks {
  /** What Exif says of the offset, by the time on the clock that it says it of. */
  offsets: ReadonlyMap<number, number>;
  gps: number | undefined;
}

function timeOf(
  { date, fraction }: Source,
  { offsets, gps }: Clocks,
  isDayEnough: boolean,
): CaptureTime | undefined {
  const read = readDate(date, fraction);
  if (!read || (!read.hasTime && !isDayEnough)) return undefined;
  const { wall, hasTime } = read;
  const offset = hasTime ? (read.offset ?? offsets.get(toSecond(wall)) ?? offsetByGps(wall, gps)) : undefined;
  // A camera without a time zone is taken to show the server's local time (TZ).
  const utc = offset === undefined ? onServersClock(wall) : wall - offset * MINUTE_MS;
  if (new Date(wall).getUTCFullYear() < EARLIEST_YEAR || !isPlausible(utc)) return undefined;
  const local = hasTime ? localText(wall) : localText(wall).slice(0, DAY_LENGTH);
  return { utc: iso(hasTime ? utc : onServersClock(wall + DAY_MS) - 1000), local, offset: offset ?? null };
}

/** Exif says three times, each with an offset of its own; another time may have been written elsewhere on earth, or in winter. */
function offsetsByDate(tags: Tags): Map<number, number> {
  const found = new Map<number, number>();
  for (const [date, offset] of [
    [tags.DateTimeOriginal, tags.OffsetTimeOriginal],
    [tags.CreateDate, tags.OffsetTimeDigitized],
    [tags.ModifyDate, tags.OffsetTime],
  ]) {
    const read = readDate(date, undefined);
    const minutes = minutesOf(offset);
    if (read?.hasTime && minutes !== undefined && !found.has(toSecond(read.wall)))
      found.set(toSecond(read.wall), minutes);
  }
  return found;
}

const toSecond = (milliseconds: number): number => Math.floor(milliseconds / 1000);
const iso = (milliseconds: number): string => new Date(milliseconds).toISOString();
const DAY_LENGTH = '2026-06-13'.length;
const localText = (wall: number): string => iso(wall).slice(0, -1);

/** The moment at which the server's clock shows this time; `wall` as if it were UTC, in milliseconds. */
const onServersClock = (wall: number): number => new Date(localText(wall)).getTime();

/**
 * Messengers and phones name files by the day, or by the time, on their clock: "IMG-20260613-WA0007", "WhatsApp Image 2026-06-13 at
 * 15.41.14", "signal-2026-06-13-15-41-14-123", "IMG_20260613_154114". Pixel phones write UTC: of theirs the day counts alone.
 */
function timeOfName(filename: string): CaptureTime | null {
  const match =
    /(?:^|[^\d])((?:19|20)\d\d)([-_.]?)(\d\d)\2(\d\d)(?:(?:[-_T ]| at | um )(?:(\d\d)[-._]?(\d\d)[-._]?(\d\d)(?!\d{5}))?)?(?!\d)/i.exec(
      filename,
    );
  if (!match) return null;
  const [, year, , month, day, hour, minute, second] = match;
  const time = hour && !/^PXL_/i.test(filename) ? ` ${hour}:${minute}:${second}` : '';
  const clocks = { offsets: new Map<number, number>(), gps: undefined };
  return (
    timeOf({ date: `${year}-${month}-${day}${time}` }, clocks, true) ??
    timeOf({ date: `${year}-${month}-${day}` }, clocks, true) ??
    null
  );
}

/** The time on the clock, as if it were UTC; undefined where the text is no time that exists. */
function readDate(
  date: unknown,
  fraction: unknown,
): { wall: number; hasTime: boolean; offset: number | undefined } | undefined {
  const match = DATE.exec(textOf(date));
  if (!match) return undefined;
  const [year, month, day, hour, minute, second] = [1, 3, 4, 5, 6, 7].map((at) => Number(match[at] ?? 0)) as [
    number,
    number,
    number,
    number,
    number,
    number,
  ];
  if (hour > 24 || minute > 59 || second > 59) return undefined;
  const digits = match[8] ?? /^\s*(\d+)/.exec(textOf(fraction))?.[1] ?? '';
  const milliseconds = Math.floor(Number(`0.${digits || 0}`) * 1000);
  // Some cameras count hours from 1 to 24: 24:05 is the first hour of the same day.
  const wall = Date.UTC(year, month - 1, day, hour % 24, minute, second, milliseconds);
  // Date rolls 31 February over to March: such a value was never a date.
  const start = new Date(wall);
  if (start.getUTCMonth() !== month - 1 || start.getUTCDate() !== day) return undefined;
  return { wall, hasTime: match[5] !== undefined, offset: minutesOf(match[9]) };
}

const isPlausible = (time: number): boolean =>
  time >= Date.UTC(EARLIEST_YEAR, 0, 1) - DAY_MS && time <= Date.now() + DAY_MS;

/** Minutes before UTC's clock; undefined where the text says none. */
function minutesOf(value: unknown): number | undefined {
  const match = /^\s*(?:(Z|UTC)|([+-])(\d{1,2}):?(\d\d)?)\s*$/i.exec(textOf(value));
  if (!match) return undefined;
  const minutes = Number(match[3] ?? 0) * 60 + Number(match[4] ?? 0);
  if (minutes > OFFSET.most) return undefined;
  return match[2] === '-' ? -minutes : minutes;
}

/** The receiver's clock shows UTC: what the camera's differs by is its offset, where it is one that clocks have. */
function offsetByGps(wall: number, gps: number | undefined): number | undefined {
  if (gps === undefined) return undefined;
  const step = OFFSET.step * MINUTE_MS;
  const offset = Math.round((wall - gps) / step) * step;
  const isClock =
    Math.abs(wall - gps - offset) <= GPS_TOLERANCE_MS && Math.abs(offset) <= OFFSET.most * MINUTE_MS;
  return isClock ? offset / MINUTE_MS : undefined;
}

function gpsTime({ GPSDateStamp, GPSTimeStamp }: Tags): number | undefined {
  const date = /^\s*(\d{4})\D(\d\d)\D(\d\d)/.exec(textOf(GPSDateStamp));
  const clock = Array.isArray(GPSTimeStamp)
    ? GPSTimeStamp.map(Number)
    : textOf(GPSTimeStamp).split(':').map(Number);
  const [hour = Number.NaN, minute = Number.NaN, second = 0] = clock;
  if (!date || !(hour < 24 && minute < 60 && second <= 60)) return undefined;
  return (
    Date.UTC(Number(date[1]), Number(date[2]) - 1, Number(date[3]), hour, minute) + Math.floor(second * 1000)
  );
}

/** Text ends at its first zero; some programs store it as bytes. */
function textOf(value: unknown): string {
  const text = value instanceof Uint8Array ? Buffer.from(value).toString('latin1') : String(value ?? '');
  return text.replace(/\0[\s\S]*$/, '').trim();
}
