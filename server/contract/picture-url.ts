import { forEachRendition, type RenditionSize } from './rendition-sizes.ts';

/**
 * The address of a derived picture: same origin, readable only with the right to its gallery. The version
 * changes when the picture is made anew, so that browsers may keep what they have.
 */
export const pictureUrl = (photo: { id: string; rendition_version: number }, size: RenditionSize): string =>
  `/api/photos/${photo.id}/download?size=${size}&v=${photo.rendition_version}`;

export const pictureUrls = (photo: { id: string; rendition_version: number }) =>
  forEachRendition((size) => pictureUrl(photo, size));

/** The addresses of the derived pictures of a deleted photo, for those who may restore it. */
export const deletedPictureUrls = (photo: { id: string; rendition_version: number }) =>
  forEachRendition(
    (size) => `/api/deleted-photos/${photo.id}/picture?size=${size}&v=${photo.rendition_version}`,
  );

/** The address of the same picture in another size. */
export function pictureUrlOfSize(url: string, size: RenditionSize): string {
  const [path, query] = url.split('?');
  const params = new URLSearchParams(query);
  params.set('size', size);
  return `${path}?${params}`;
}

/** The address of a derived picture of a photo that waits, for those who decide about it. */
export const guestPictureUrl = (guestPhotoId: string, size: RenditionSize): string =>
  `/api/guest-photos/${guestPhotoId}/picture?size=${size}`;
