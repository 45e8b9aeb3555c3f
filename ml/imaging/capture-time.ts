import exifr from 'exifr';
import type { MetadataBlocks } from './metadata-blocks.ts';
import { iptcValue, xmpValue } from './xmp-and-iptc.ts';

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
  /** Places in which the offset may stand, most trusted first. */
  offsets?: unknown[];
}
type Tags = Record<string, unknown>;

/**
 * When the picture was taken, ISO 8601 in UTC, or null. Of all places the first is believed that says a real time (MWG
 * Guidelines for Handling Image Metadata 2.0, 5.1): Exif's original and digitised time, XMP, IPTC, and last Exif's time of the
 * last change, which several phones and messengers write alone. Nothing else is read of the metadata.
 */
export async function readTakenAt({ tiff, xmp, iptc }: MetadataBlocks): Promise<string | null> {
  const tags: Tags = {};
  for (const block of tiff) {
    const found = await readTags(block);
    for (const [name, value] of Object.entries(found)) tags[name] ??= value;
  }
  return takenAtOf(tags, xmp, iptc);
}

async function readTags(tiff: Buffer): Promise<Tags> {
  try {
    const tags = await exifr.parse(tiff, {
      tiff: true,
      exif: true,
      gps: true,
      pick: [
        'DateTimeOriginal',
        'CreateDate',
        'ModifyDate',
        'SubSecTime',
        'SubSecTimeOriginal',
        'SubSecTimeDigitized',
        'OffsetTime',
        'OffsetTimeOriginal',
        'OffsetTimeDigitized',
        'GPSDateStamp',
        'GPSTimeStamp',
      ],
      reviveValues: false,
      mergeOutput: true,
      xmp: false,
    });
    return tags ?? {};
  } catch {
    // Damaged metadata is common and no reason to refuse a picture that decodes.
    return {};
  }
}

function takenAtOf(tags: Tags, xmp: readonly Buffer[], iptc: readonly Buffer[]): string | null {
  const { OffsetTimeOriginal, OffsetTimeDigitized, OffsetTime } = tags;
  const offsets = [OffsetTimeOriginal, OffsetTimeDigitized, OffsetTime];
  const original = textOf(tags.DateTimeOriginal);
  /** Programs write the fraction in one of three places; it belongs to this time where both times are one. */
  const fractionOf = (date: unknown, own: unknown) =>
    own ??
    (textOf(tags.CreateDate) === date ? tags.SubSecTimeDigitized : undefined) ??
    (textOf(tags.ModifyDate) === date ? tags.SubSecTime : undefined);
  const sources: Source[] = [
    { date: original, fraction: fractionOf(original, tags.SubSecTimeOriginal), offsets },
    {
      date: tags.CreateDate,
      fraction: tags.SubSecTimeDigitized,
      offsets: [OffsetTimeDigitized, OffsetTimeOriginal, OffsetTime],
    },
    ...['exif:DateTimeOriginal', 'photoshop:DateCreated', 'exif:DateTimeDigitized', 'xmp:CreateDate'].map(
      (name) => ({ date: firstOf(xmp, (block) => xmpValue(block, name)), offsets }),
    ),
    { date: iptcDate(iptc), offsets },
    {
      date: tags.ModifyDate,
      fraction: tags.SubSecTime,
      offsets: [OffsetTime, OffsetTimeOriginal, OffsetTimeDigitized],
    },
  ];
  const gps = gpsTime(tags);
  // A day without a time of day is better than the next place, which may say when the file was changed, only where there is none.
  for (const isDayEnough of [false, true])
    for (const source of sources) {
      const time = timeOf(source, gps, isDayEnough);
      if (time !== undefined) return new Date(time).toISOString();
    }
  return gps !== undefined && isPlausible(gps) ? new Date(gps).toISOString() : null;
}

function timeOf(
  { date, fraction, offsets = [] }: Source,
  gps: number | undefined,
  isDayEnough: boolean,
): number | undefined {
  const match = DATE.exec(textOf(date));
  if (!match || (match[5] === undefined && !isDayEnough)) return undefined;
  const [year, month, day, hour, minute, second] = [1, 3, 4, 5, 6, 7].map((at) => Number(match[at] ?? 0)) as [
    number,
    number,
    number,
    number,
    number,
    number,
  ];
  // Some cameras say 24 o'clock at midnight.
  if (hour > 24 || minute > 59 || second > 60) return undefined;
  const digits = match[8] ?? /^\s*(\d+)/.exec(textOf(fraction))?.[1] ?? '';
  const milliseconds = Math.floor(Number(`0.${digits || 0}`) * 1000);
  const wall = Date.UTC(year, month - 1, day, hour, minute, second, milliseconds);
  const start = new Date(Date.UTC(year, month - 1, day));
  // Date rolls 31 February over to March: such a value was never a date.
  if (start.getUTCMonth() !== month - 1 || start.getUTCDate() !== day) return undefined;
  const offset = [match[9], ...offsets].map(minutesOf).find((minutes) => minutes !== undefined);
  const known = offset ?? offsetByGps(wall, gps);
  const time =
    known === undefined
      ? // A camera without a time zone is taken to show the server's local time (TZ).
        new Date(year, month - 1, day, hour, minute, second, milliseconds).getTime()
      : wall - known * MINUTE_MS;
  return year >= EARLIEST_YEAR && isPlausible(time) ? time : undefined;
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

/** IPTC writes day and time apart, both without separators. */
function iptcDate(blocks: readonly Buffer[]): string {
  const date = firstOf(blocks, (block) => iptcValue(block, 55));
  const time = firstOf(blocks, (block) => iptcValue(block, 60));
  return `${date} ${time}`;
}

function firstOf(blocks: readonly Buffer[], read: (block: Buffer) => string): string {
  for (const block of blocks) {
    const value = read(block);
    if (value) return value;
  }
  return '';
}

/** Text ends at its first zero; some programs store it as bytes. */
function textOf(value: unknown): string {
  const text = value instanceof Uint8Array ? Buffer.from(value).toString('latin1') : String(value ?? '');
  return text.replace(/\0[\s\S]*$/, '').trim();
}
