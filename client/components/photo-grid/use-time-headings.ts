import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '#client/hooks/use-format.ts';
import type { Heading } from './justified-rows.ts';

/** Fewer photos are looked through without headings, and in one order. */
export const manyPhotos = 100;

interface Taken {
  taken_at_local: string | null;
}

/**
 * A heading above the photos of each hour, in lists by capture time of more than a hundred photos; none where no capture
 * time is known, which photos that have one would stand before.
 */
export function useTimeHeadings(photos: readonly Taken[], total: number) {
  const { t } = useTranslation();
  const { longDate, hour } = useFormat();
  const known = total > manyPhotos && Boolean(photos[0]?.taken_at_local);
  return useMemo(() => {
    if (!known) return;
    const made = new Map<string, Heading>();
    const unknown: Heading = { key: '', title: t('photos.time_unknown'), facts: '' };
    return ({ taken_at_local: local }: Taken): Heading => {
      if (!local) return unknown;
      // The clock of the place, whatever zone the reader is in.
      const [day = '', time] = local.split('T');
      const key = time ? `${day}T${time.slice(0, 2)}:00` : day;
      const heading = made.get(key) ?? { key, title: longDate(day), facts: time ? hour(key) : '' };
      made.set(key, heading);
      return heading;
    };
  }, [known, t, longDate, hour]);
}
