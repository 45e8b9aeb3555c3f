import type { TilePhoto } from '#client/components/photo-grid/photo-tile.tsx';
import { renditionSizes } from '#server/contract/rendition-sizes.ts';

/** Duration of the zoom between thumbnail and viewer, in milliseconds. */
export const zoomMs = 180;
const easing = 'cubic-bezier(0.2, 0.7, 0.2, 1)';

export const allowsMotion = () => !window.matchMedia('(prefers-reduced-motion: reduce)').matches;

export function slideOf(photo: TilePhoto) {
  const scale = Math.min(1, renditionSizes.large / Math.max(photo.width, photo.height));
  return {
    src: photo.thumbnail_urls.large,
    width: Math.round(photo.width * scale),
    height: Math.round(photo.height * scale),
    alt: photo.filename,
    thumbnail: photo.thumbnail_urls.medium,
  };
}

/** Reserves the final size of the slide and shows the thumbnail until the photo is loaded. */
export function slidePlaceholder({ width, height, thumbnail }: ReturnType<typeof slideOf>) {
  const ratio = width / height;
  return {
    style: {
      inlineSize: `min(100%, ${width}px, calc(100dvh * ${ratio}))`,
      aspectRatio: String(ratio),
      background: `center / 100% 100% no-repeat url("${thumbnail}")`,
    },
  };
}

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
