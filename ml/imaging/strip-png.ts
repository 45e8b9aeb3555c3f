import { crc32, inflateSync } from 'node:zlib';
import { ICC_MOST_BYTES, PNG_MOST_CHUNKS } from './decoder-process-limits.ts';
import { orientationOnly, readOrientation } from './kept-orientation.ts';
import { withoutExifName } from './metadata-blocks.ts';
import { ImagingError } from './types.ts';

const SIGNATURE_BYTES = 8;
/** Length, name and checksum around a chunk's data. */
const FRAME_BYTES = 12;
/** Signature and header chunk; the colour profile and the orientation come right after them. */
export const AFTER_HEADER = 33;
const PICTURE = new Set([
  'IHDR',
  'PLTE',
  'tRNS',
  'IDAT',
  'IEND',
  'gAMA',
  'cHRM',
  'sRGB',
  'pHYs',
  'sBIT',
  'bKGD',
]);

/**
 * A PNG with nothing but its picture. Compressed text and profiles inflate to gigabytes inside the decoder before any
 * limit of the decoder applies, so they are removed before it gets the file. Small profiles stay.
 * Of the block with the camera's metadata only the orientation stays.
 */
export function pngPictureOnly(bytes: Buffer): Buffer {
  const kept = [bytes.subarray(0, SIGNATURE_BYTES)];
  let count = 0;
  for (let at = SIGNATURE_BYTES; at + FRAME_BYTES <= bytes.length; ) {
    const length = bytes.readUInt32BE(at);
    const name = bytes.toString('latin1', at + 4, at + 8);
    const end = at + FRAME_BYTES + length;
    count += 1;
    if (count > PNG_MOST_CHUNKS) throw new ImagingError('image_unreadable', 'PNG with too many chunks');
    const data = bytes.subarray(at + 8, at + 8 + length);
    if (PICTURE.has(name) || (name === 'iCCP' && isSmallProfile(data))) kept.push(bytes.subarray(at, end));
    if (name === 'eXIf')
      kept.push(pngChunk('eXIf', orientationOnly(readOrientation([withoutExifName(data)]))));
    if (name === 'IEND') break;
    at = end;
  }
  return Buffer.concat(kept);
}

function isSmallProfile(data: Buffer): boolean {
  // Name, a zero, the compression method, then the compressed profile.
  const start = data.indexOf(0) + 2;
  try {
    inflateSync(data.subarray(start), { maxOutputLength: ICC_MOST_BYTES });
    return true;
  } catch {
    // Too large or damaged: the picture is shown without it.
    return false;
  }
}

/** A chunk with its length and checksum. */
export function pngChunk(name: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(name, 'latin1'), data]);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(data.length);
  const checksum = Buffer.alloc(4);
  checksum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, checksum]);
}
