import { useLocation } from '@tanstack/react-router';
import { useEffect } from 'react';

/** As long as what is above may still load. */
const settlesMs = 4_000;

/**
 * Scrolls to the place that the address names once it is there, and again while what loads above it moves it, until the page
 * is used.
 * @param isThere whether the place is on the page
 */
export function useScrollToHash(isThere: boolean): void {
  const hash = useLocation({ select: (location) => location.hash });
  useEffect(() => {
    const place = isThere && hash && document.getElementById(hash);
    if (!place) return;
    const used = new AbortController();
    const moved = new ResizeObserver(() => place.scrollIntoView());
    const stop = () => {
      used.abort();
      moved.disconnect();
      clearTimeout(settled);
    };
    const settled = setTimeout(stop, settlesMs);
    place.querySelector('button')?.focus({ preventScroll: true });
    place.scrollIntoView();
    moved.observe(document.body);
    for (const use of ['wheel', 'touchstart', 'pointerdown', 'keydown'])
      window.addEventListener(use, stop, { signal: used.signal, passive: true });
    return stop;
  }, [isThere, hash]);
}
