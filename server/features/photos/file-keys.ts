import { type RenditionSize, renditionSizes } from '#server/contract/rendition-sizes.ts';
import { publicCopyKey, renditionKey } from '#server/storage/storage-keys.ts';

export const renditionNames = Object.keys(renditionSizes) as RenditionSize[];

/** Every file a photo may have, for its removal. */
export const fileKeysOf = (photo: {
  id: string;
  original_key: string;
  rendition_version: number;
}): string[] => [
  photo.original_key,
  ...renditionNames.map((size) => renditionKey(photo.id, size, photo.rendition_version)),
  publicCopyKey(photo.id),
];
