/** Duration of the zoom between thumbnail and viewer, in milliseconds. */
export const zoomMs = 180;
const easing = 'cubic-bezier(0.2, 0.7, 0.2, 1)';

export const allowsMotion = () => !window.matchMedia('(prefers-reduced-motion: reduce)').matches;

const thumbnailOf = (index: number) => document.querySelector(`[data-photo-index="${index}"] img`);
const slide = () => document.querySelector('.yarl__slide_current img');

/** The transform that puts the slide over the thumbnail; undefined if one of them is not visible. */
function overThumbnail(index: number): Keyframe | undefined {
  const from = thumbnailOf(index)?.getBoundingClientRect();
  const to = slide()?.getBoundingClientRect();
  if (!from?.width || !to?.width || from.bottom < 0 || from.top > window.innerHeight) return;
  const x = from.left + from.width / 2 - (to.left + to.width / 2);
  const y = from.top + from.height / 2 - (to.top + to.height / 2);
  return { transform: `translate(${x}px, ${y}px) scale(${from.width / to.width})` };
}

/** Zooms the photo in from its thumbnail, as soon as the slide has its size. */
export function zoomIn(index: number, tries = 10): void {
  if (!allowsMotion()) return;
  const start = overThumbnail(index);
  if (start) slide()?.animate([start, { transform: 'none' }], { duration: zoomMs, easing });
  else if (tries > 0) requestAnimationFrame(() => zoomIn(index, tries - 1));
}

/** Zooms the photo out to its thumbnail. */
export function zoomOut(index: number): void {
  const end = allowsMotion() ? overThumbnail(index) : undefined;
  if (end) slide()?.animate([{ transform: 'none' }, end], { duration: zoomMs, easing, fill: 'forwards' });
}
