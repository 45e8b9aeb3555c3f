import { readOrientation } from './kept-orientation.ts';
import { jpegApplicationSegments, metadataBlocks } from './metadata-blocks.ts';
import { jpegStart } from './outgoing-metadata.ts';
import { ImagingError, type OutgoingMetadata } from './types.ts';

const SOI_BYTES = 2;
const EOI = 0xd9;
const SOS = 0xda;
const APP0 = 0xe0;
const APP1 = 0xe1;
const APP2 = 0xe2;
const APP14 = 0xee;
const APP15 = 0xef;
const COM = 0xfe;

/**
 * The same JPEG, bit for bit in its picture, without place, camera, names, comments, embedded thumbnails and bytes after its
 * end. The colour profile and the orientation stay: without them the picture would look different. @param metadata is added
 */
export function jpegPictureOnly(bytes: Buffer, metadata: OutgoingMetadata = {}): Buffer {
  const kept: Buffer[] = [];
  const orientation = readOrientation(metadataBlocks(bytes, 'image/jpeg').tiff);
  let at = SOI_BYTES;
  for (;;) {
    while (bytes[at] === 0xff && bytes[at + 1] === 0xff) at += 1;
    const marker = bytes[at + 1];
    if (bytes[at] !== 0xff || marker === undefined)
      throw new ImagingError('image_unreadable', 'JPEG without an end');
    if (marker === EOI) break;
    const end = at + 2 + bytes.readUInt16BE(at + 2);
    const segment = bytes.subarray(at, end);
    if (isPartOfPicture(marker, segment)) kept.push(segment);
    at = end;
    if (marker !== SOS) continue;
    const scanEnd = endOfScan(bytes, at);
    kept.push(bytes.subarray(at, scanEnd));
    at = scanEnd;
  }
  return Buffer.concat([jpegStart(metadata, orientation), ...kept, Buffer.from([0xff, EOI])]);
}

/** The same file with this orientation in the place of its Exif metadata. */
export function withOrientation(bytes: Buffer, orientation: number): Buffer {
  const kept = [jpegStart({}, orientation)];
  let at = SOI_BYTES;
  for (const { start, end } of jpegApplicationSegments(bytes)) {
    if (bytes[start + 1] !== APP1) continue;
    kept.push(bytes.subarray(at, start));
    at = end;
  }
  return Buffer.concat([...kept, bytes.subarray(at)]);
}

export const PROFILE_NAME = 'ICC_PROFILE\0';

/** The segment of a profile that fits into one. */
export function jpegProfile(profile: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(`${PROFILE_NAME}\x01\x01`, 'latin1'), profile]);
  const head = Buffer.from([0xff, APP2, 0, 0]);
  head.writeUInt16BE(body.length + 2, 2);
  return Buffer.concat([head, body]);
}

function isPartOfPicture(marker: number, segment: Buffer): boolean {
  if (marker === COM) return false;
  if (marker < APP0 || marker > APP15) return true;
  const name = segment.toString('latin1', 4, 16);
  if (marker === APP0) return name.startsWith('JFIF\0');
  if (marker === APP2) return name.startsWith(PROFILE_NAME);
  // Adobe's note says which colour transform the numbers are in.
  return marker === APP14 && name.startsWith('Adobe');
}

/** Compressed data runs to the next marker that is neither a stuffed zero nor a restart. */
function endOfScan(bytes: Buffer, start: number): number {
  for (let at = bytes.indexOf(0xff, start); at !== -1; at = bytes.indexOf(0xff, at + 1)) {
    const next = bytes[at + 1];
    if (next === undefined) break;
    const isData = next === 0 || next === 0xff || (next >= 0xd0 && next <= 0xd7);
    if (!isData) return at;
  }
  throw new ImagingError('image_unreadable', 'JPEG without an end');
}
