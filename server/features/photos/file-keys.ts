import { type RenditionSize, renditionSizes } from '#server/contract/limits.ts';

/**
 * Where the bytes of a photo lie. The key of an original comes from its content and ends in the photo's id:
 * two rows never share a file, so deleting one needs no counting.
 */
export const originalKey = (photo: { id: string; sha256: Buffer; extension: string }): string => {
  const hash = photo.sha256.toString('hex');
  return `originals/${hash.slice(0, 2)}/${hash}-${photo.id}.${photo.extension}`;
};

/** UUIDv7 begins with the time, so the end of the id spreads the folders. */
export const renditionKey = (photo: { id: string; rendition_version: number }, size: RenditionSize): string =>
  `renditions/${photo.id.slice(-2)}/${photo.id}/${size}-v${photo.rendition_version}.jpg`;

/** Every file of a photo, for its removal. */
export const fileKeysOf = (photo: {
  id: string;
  original_key: string;
  rendition_version: number;
}): string[] => [
  photo.original_key,
  ...(Object.keys(renditionSizes) as RenditionSize[]).map((size) => renditionKey(photo, size)),
];
