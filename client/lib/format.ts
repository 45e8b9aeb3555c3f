/** Makes a thing when it is first asked for: a page needs few of these formats, and each costs a phone some milliseconds. */
function once<T>(make: () => T): () => T {
  let made: T | undefined;
  return () => {
    made ??= make();
    return made;
  };
}

/** Formats dates, numbers and sizes in a language. All formatting goes through this function. */
export function formatsFor(language: string) {
  const dateFormat = once(() => new Intl.DateTimeFormat(language, { dateStyle: 'medium' }));
  const longDateFormat = once(
    () =>
      new Intl.DateTimeFormat(language, { weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' }),
  );
  const weekdayFormat = once(() => new Intl.DateTimeFormat(language, { weekday: 'long' }));
  const dateTimeFormat = once(
    () => new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeStyle: 'short' }),
  );
  const timeFormat = once(() => new Intl.DateTimeFormat(language, { timeStyle: 'medium' }));
  const hourFormat = once(() => new Intl.DateTimeFormat(language, { timeStyle: 'short' }));
  const monthFormat = once(() => new Intl.DateTimeFormat(language, { month: 'short' }));
  const numberFormat = once(() => new Intl.NumberFormat(language));
  const percentFormat = once(
    () => new Intl.NumberFormat(language, { style: 'percent', maximumFractionDigits: 1 }),
  );
  const relativeFormat = once(() => new Intl.RelativeTimeFormat(language, { numeric: 'auto' }));
  const listFormat = once(() => new Intl.ListFormat(language, { type: 'conjunction' }));

  const units = ['byte', 'kilobyte', 'megabyte', 'gigabyte', 'terabyte'] as const;
  const bytes = (size: number): string => {
    const step = Math.min(Math.floor(Math.log(Math.max(size, 1)) / Math.log(1000)), units.length - 1);
    return new Intl.NumberFormat(language, {
      style: 'unit',
      unit: units[step] ?? 'byte',
      // The short form of "byte" has no plural.
      unitDisplay: step === 0 ? 'long' : 'short',
      maximumFractionDigits: step > 1 ? 1 : 0,
    }).format(size / 1000 ** step);
  };

  const unit = (value: number, name: 'second' | 'minute' | 'hour') =>
    new Intl.NumberFormat(language, { style: 'unit', unit: name, unitDisplay: 'short' }).format(value);
  const duration = (seconds: number): string => {
    if (seconds < 60) return unit(Math.max(1, Math.round(seconds)), 'second');
    if (seconds < 3600) return unit(Math.round(seconds / 60), 'minute');
    return unit(Math.round(seconds / 3600), 'hour');
  };

  const ago = (iso: string, now = Date.now()): string => {
    const seconds = (Date.parse(iso) - now) / 1000;
    const size = Math.abs(seconds);
    const relative = relativeFormat();
    if (size < 60) return relative.format(Math.round(seconds), 'second');
    if (size < 3600) return relative.format(Math.round(seconds / 60), 'minute');
    if (size < 86_400) return relative.format(Math.round(seconds / 3600), 'hour');
    if (size < 7 * 86_400) return relative.format(Math.round(seconds / 86_400), 'day');
    return dateFormat().format(new Date(iso));
  };

  return {
    date: (value: string) => dateFormat().format(dateOf(value)),
    longDate: (value: string) => longDateFormat().format(dateOf(value)),
    weekday: (value: string) => weekdayFormat().format(dateOf(value)),
    dateTime: (iso: string) => dateTimeFormat().format(new Date(iso)),
    time: (value: string | number | Date) => timeFormat().format(new Date(value)),
    /** What a clock showed, without a zone, such as `2026-06-13T14:05`. */
    hour: (local: string) => hourFormat().format(new Date(local)),
    month: (value: string) => monthFormat().format(dateOf(value)).replace(/\.$/, ''),
    number: (value: number) => numberFormat().format(value),
    /** A share from 0 to 1. */
    percent: (share: number) => percentFormat().format(share),
    list: (words: string[]) => listFormat().format(words),
    bytes,
    duration,
    ago,
  };
}

export type Formats = ReturnType<typeof formatsFor>;

/** Parses a calendar date (2026-05-17) as local midnight, so that it is the same day in every time zone. */
export function dateOf(value: string): Date {
  return new Date(/^\d{4}-\d{2}-\d{2}$/.test(value) ? `${value}T00:00` : value);
}

/** The calendar date of a moment, in this browser's time zone. What is today: useToday. */
export function calendarDate(moment: Date): string {
  const pad = (value: number) => String(value).padStart(2, '0');
  const year = String(moment.getFullYear()).padStart(4, '0');
  return `${year}-${pad(moment.getMonth() + 1)}-${pad(moment.getDate())}`;
}
