import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '#client/hooks/use-format.ts';
import type { Heading } from './justified-rows.ts';

/** Fewer photos are looked through without headings, and in one order. */
export const manyPhotos = 100;

interface Taken {
  taken_at: string | null;
}

/**
 * A heading above the photos of each hour, in lists by capture time of more than a hundred photos; none where no capture
 * time is known, which photos that have one would stand before.
 */
export function useTimeHeadings(photos: readonly Taken[], total: number) {
  const { t } = useTranslation();
  const { longDate, hour } = useFormat();
  const known = total > manyPhotos && Boolean(photos[0]?.taken_at);
  return useMemo(() => {
    if (!known) return;
    const made = new Map<number, Heading>();
    const unknown: Heading = { key: '', title: t('photos.time_unknown'), facts: '' };
    return ({ taken_at }: Taken): Heading => {
      if (!taken_at) return unknown;
      const start = new Date(taken_at).setMinutes(0, 0, 0);
      const heading = made.get(start) ?? {
        key: String(start),
        title: longDate(taken_at),
        facts: hour(start),
      };
      made.set(start, heading);
      return heading;
    };
  }, [known, t, longDate, hour]);
}
