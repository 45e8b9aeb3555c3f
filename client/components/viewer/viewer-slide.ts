import type { TilePhoto } from '#client/components/photo-grid/photo-tile.tsx';
import { renditionSizes } from '#server/contract/rendition-sizes.ts';

/** The picture of a photo that the viewer shows, and what screen readers say of it. */
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
