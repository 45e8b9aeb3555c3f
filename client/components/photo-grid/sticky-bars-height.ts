/**
 * Pixels that the bars marked `data-sticky-bar` cover at an edge of the window: at the upper one they are stacked, at the
 * lower one they lie on each other. A bar that floats above the lower edge covers nothing of it.
 */
export function stickyBarsHeight(edge: 'start' | 'end'): number {
  const bars = [...document.querySelectorAll<HTMLElement>(`[data-sticky-bar="${edge}"]`)];
  if (edge === 'start') return bars.reduce((sum, bar) => sum + bar.offsetHeight, 0);
  const lowest = bars.filter((bar) => bar.getBoundingClientRect().bottom >= window.innerHeight);
  return Math.max(0, ...lowest.map((bar) => bar.offsetHeight));
}
