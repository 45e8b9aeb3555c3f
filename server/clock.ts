/** Time as the server sees it; tests hand in their own. */
export interface Clock {
  now(): Date;
  /** The calendar date in the configured time zone (TZ), `YYYY-MM-DD`. */
  today(): string;
}

const two = (value: number) => String(value).padStart(2, '0');

/** Date's local getters follow TZ, which Node reads at start. */
export function calendarDateOf(date: Date): string {
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
}

/** The zone in force: that of TZ, else the system's. */
export const zoneOfServer = (): string => new Intl.DateTimeFormat().resolvedOptions().timeZone;

export const systemClock: Clock = {
  now: () => new Date(),
  today: () => calendarDateOf(new Date()),
};
