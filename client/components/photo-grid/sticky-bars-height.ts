/** Pixels that the bars marked `data-sticky-bar`, one below another, cover at the upper or the lower edge of the window. */
export const stickyBarsHeight = (edge: 'start' | 'end'): number =>
  [...document.querySelectorAll<HTMLElement>(`[data-sticky-bar="${edge}"]`)].reduce(
    (sum, bar) => sum + bar.offsetHeight,
    0,
  );
