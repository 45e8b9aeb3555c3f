import type { TilePhoto } from '#client/components/photo-grid/photo-tile.tsx';
import { renditionSize } from '#server/contract/rendition-sizes.ts';

type Size = { width: number; height: number };

/**
 * The picture of a photo that the viewer shows, and what screen readers say of it.
 * @param original its address, where this viewer may have it: then the slide is as large as it is
 */
export function slideOf(photo: TilePhoto, original?: string | null) {
  const shown = renditionSize(photo, 'large');
  const { width, height } = original ? photo : shown;
  return {
    src: photo.thumbnail_urls.large,
    width,
    height,
    alt: photo.filename,
    thumbnail: photo.thumbnail_urls.medium,
    original: width > shown.width ? original : undefined,
    shown,
  };
}

export type ViewerSlide = ReturnType<typeof slideOf>;

/** Reserves the final size of the slide. */
export function slideStyle({ width, height }: Size) {
  const ratio = width / height;
  return { inlineSize: `min(100%, ${width}px, calc(100dvh * ${ratio}))`, aspectRatio: String(ratio) };
}

/** Whether a zoomed slide shows fewer pixels of the large rendition than the screen has. */
export function needsOriginal(
  { original, width, height, shown }: ViewerSlide,
  { rect, zoom = 1 }: { rect: Size; zoom?: number | undefined },
): boolean {
  const fitted = Math.min(width, rect.width, (rect.height * width) / height);
  return original != null && zoom > 1 && fitted * zoom * window.devicePixelRatio > shown.width;
}
