import { type RefObject, useLayoutEffect, useState } from 'react';
import { stickyBarsHeight } from './sticky-bars-height.ts';

/** In pixels: where the rows begin in the page, and the heights of the sticky bars above and below them. */
interface Place {
  margin: number;
  coveredStart: number;
  coveredEnd: number;
}

/**
 * The place of the rows, measured again whenever the page changes its height: what stands above the photos may come, go and
 * grow while they are shown. A bar that is laid over the page does not change it: `bars` says that one has come or gone.
 */
export function usePlace(frame: RefObject<HTMLElement | null>, rows: unknown, bars: unknown): Place {
  const [place, setPlace] = useState<Place>({ margin: 0, coveredStart: 0, coveredEnd: 0 });
  // Before the first paint: rows that are not in view fetch no pictures.
  // biome-ignore lint/correctness/useExhaustiveDependencies: other rows and bars may have another place
  useLayoutEffect(() => {
    const measure = () => {
      const box = frame.current?.getBoundingClientRect();
      if (!box) return;
      const now: Place = {
        margin: Math.round(box.top + window.scrollY),
        coveredStart: stickyBarsHeight('start'),
        coveredEnd: stickyBarsHeight('end'),
      };
      setPlace((before) => (isSame(before, now) ? before : now));
    };
    measure();
    const watch = new ResizeObserver(measure);
    watch.observe(document.body);
    return () => watch.disconnect();
  }, [frame, rows, bars]);
  return place;
}

const isSame = (one: Place, other: Place) =>
  one.margin === other.margin &&
  one.coveredStart === other.coveredStart &&
  one.coveredEnd === other.coveredEnd;
