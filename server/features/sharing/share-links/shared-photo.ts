import type { z } from 'zod';
import { type DownloadSize, forEachRendition } from '#server/contract/rendition-sizes.ts';
import type { Photo } from '#server/contract/schemas/photos.ts';
import type { sharedPhoto } from '#server/contract/schemas/share-links.ts';
import type { VisitedLink } from './share-links.repository.ts';

export function sharedPictureUrl(
  link: Pick<VisitedLink, 'token'>,
  unlock: string | null,
  photoId: string,
  size: DownloadSize,
): string {
  const query = new URLSearchParams({ size, ...(unlock ? { unlock } : {}) });
  return `/api/galleries/shared/${link.token}/photos/${photoId}/download?${query}`;
}

export type PhotoOfLink = Pick<Photo, 'id' | 'filename' | 'width' | 'height' | 'thumbhash' | 'credit'> & {
  source?: z.output<typeof sharedPhoto>['source'];
};

/** A photo as a visitor by link gets it; `unlock` travels in the picture addresses of protected links only. */
export function toSharedPhoto(
  photo: PhotoOfLink,
  link: VisitedLink,
  unlock: string | null,
): z.output<typeof sharedPhoto> {
  const url = (size: DownloadSize) => sharedPictureUrl(link, unlock, photo.id, size);
  return {
    id: photo.id,
    filename: photo.filename,
    width: photo.width,
    height: photo.height,
    thumbhash: photo.thumbhash,
    thumbnail_url: url('medium'),
    thumbnail_urls: forEachRendition(url),
    download_url: link.allow_download ? url('original') : null,
    credit: photo.credit,
    source: photo.source ?? null,
  };
}
