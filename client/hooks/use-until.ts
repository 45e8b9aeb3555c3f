import type { Formats } from '#client/lib/format.ts';
import { useFormat } from './use-format.ts';

/** Until when something holds: the last day, and the time where the moment is not the end of a day of the reader. @public tested in other zones */
export const untilOf =
  ({ date, dateTime }: Pick<Formats, 'date' | 'dateTime'>) =>
  (iso: string): string => {
    const next = new Date(Date.parse(iso) + 1_000);
    if (Number.isNaN(next.getTime())) return date(iso);
    return date(next.toISOString()) === date(iso) ? dateTime(iso) : date(iso);
  };

export const useUntil = () => untilOf(useFormat());
