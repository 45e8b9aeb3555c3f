import { type DownloadSize, type RenditionSize, renditionNames } from '#server/contract/rendition-sizes.ts';

const EXTENSIONS = {
  'image/jpeg': 'jpg',
  'image/png': 'png',
  'image/gif': 'gif',
  'image/webp': 'webp',
  'image/heic': 'heic',
  'image/heif': 'heif',
} as const;

const KEY = /^(originals|renditions)(\/[a-z0-9][a-z0-9.-]*)+$/;

/** @throws Error when it is none: keys never come from outside */
export function requireStorageKey(key: string): string {
  if (!KEY.test(key) || key.includes('..')) throw new Error(`Not a storage key: ${key}`);
  return key;
}

/** The types of original we keep; what the bytes say, whatever the file was called. */
export type PhotoMime = keyof typeof EXTENSIONS;

/** Each photo has files of its own, even when two galleries hold the same picture: removal needs no counting. */
export function originalKey(
  photo: { id: string; sha256: Uint8Array; mime: PhotoMime },
  /** Given where it replaces another: the same bytes may come back while they are kept. */
  version?: number,
): string {
  const hash = Buffer.from(photo.sha256).toString('hex');
  const suffix = version === undefined ? '' : `-v${version}`;
  return `originals/${hash.slice(0, 2)}/${hash}-${photo.id}${suffix}.${EXTENSIONS[photo.mime]}`;
}

/** Names what replaced an original; '' for the one that came first. */
export const versionInKey = (key: string): string => /-v\d+(?=\.[a-z]+$)/.exec(key)?.[0] ?? '';

/** SHA-256 of the uploaded bytes, where the key tells it. */
export const checksumInKey = (key: string): string | undefined =>
  /^originals\/..\/([0-9a-f]{64})-/.exec(key)?.[1];

/** @param version rises when the picture is made anew, so that caches never show the old one */
export function renditionKey(photoId: string, size: RenditionSize, version: number): string {
  // The last two digits of a UUIDv7 are random; the first ones are the time and would fill one folder.
  return `renditions/${photoId.slice(-2)}/${photoId}/${size}-v${version}.jpg`;
}

/** Originals without private metadata, for all but editors; made when one first asks for it. */
export const publicCopyFolder = (photoId: string) => `renditions/${photoId.slice(-2)}/${photoId}/public`;

/** @param metadata names what the copy says, so that another credit has another file */
export const publicCopyKey = (photoId: string, metadata: string): string =>
  `${publicCopyFolder(photoId)}/${metadata}`;

/** Where the copy was kept that said nothing of its author. */
export const formerPublicCopyKey = (photoId: string): string =>
  `renditions/${photoId.slice(-2)}/${photoId}/public-copy`;

/** Everything of a photo in which faces are blurred. */
export const blurredFolder = (photoId: string) => `renditions/${photoId.slice(-2)}/${photoId}/blurred`;

/** @param faces names the set of blurred faces, so that another set has other files */
export function blurredKey(
  photo: { id: string; rendition_version: number },
  size: DownloadSize,
  faces: string,
): string {
  return `${blurredFolder(photo.id)}/${faces}-${size}-v${photo.rendition_version}.jpg`;
}

export const renditionKeys = (photo: { id: string; rendition_version: number }): string[] =>
  renditionNames.map((size) => renditionKey(photo.id, size, photo.rendition_version));

/** What is made of a photo for some audience. */
export const copiesOf = (photoId: string): string[] => [
  blurredFolder(photoId),
  publicCopyFolder(photoId),
  formerPublicCopyKey(photoId),
];

/** Every file a photo may have, or a folder of them, for its removal; of a version that was replaced the original alone. */
export const photoFileKeys = (photo: {
  id: string;
  original_key: string;
  rendition_version: number;
  version_of?: string | null;
}): string[] =>
  photo.version_of
    ? [photo.original_key]
    : [photo.original_key, ...renditionKeys(photo), ...copiesOf(photo.id)];
