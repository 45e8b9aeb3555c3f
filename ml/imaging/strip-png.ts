import { crc32, inflateSync } from 'node:zlib';
import { ICC_MOST_BYTES, PNG_MOST_CHUNKS } from './decoder-process-limits.ts';
import { readOrientation } from './kept-orientation.ts';
import { metadataBlocks } from './metadata-blocks.ts';
import { outgoingBlocks } from './outgoing-metadata.ts';
import { ImagingError, type OutgoingMetadata } from './types.ts';

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
  'cICP',
  'pHYs',
  'sBIT',
  'bKGD',
]);

/**
 * A PNG with nothing but its picture. Compressed text and profiles inflate to gigabytes inside the decoder before any
 * limit of the decoder applies, so they are removed before it gets the file. Small profiles stay.
 * Of the block with the camera's metadata only the orientation stays. @param metadata is added
 */
export function pngPictureOnly(bytes: Buffer, metadata: OutgoingMetadata = {}): Buffer {
  const kept = [bytes.subarray(0, SIGNATURE_BYTES)];
  const orientation = readOrientation(metadataBlocks(bytes, 'image/png').tiff);
  let count = 0;
  for (let at = SIGNATURE_BYTES; at + FRAME_BYTES <= bytes.length; ) {
    const length = bytes.readUInt32BE(at);
    const name = bytes.toString('latin1', at + 4, at + 8);
    const end = at + FRAME_BYTES + length;
    count += 1;
    if (count > PNG_MOST_CHUNKS) throw new ImagingError('image_unreadable', 'PNG with too many chunks');
    const data = bytes.subarray(at + 8, at + 8 + length);
    if (PICTURE.has(name) || (name === 'iCCP' && isSmallProfile(data))) kept.push(bytes.subarray(at, end));
    if (name === 'IHDR') kept.push(...metadataChunks(metadata, orientation));
    if (name === 'IEND') break;
    at = end;
  }
  return Buffer.concat(kept);
}

function metadataChunks(metadata: OutgoingMetadata, orientation: number): Buffer[] {
  const { tiff, xmp } = outgoingBlocks(metadata, orientation);
  // The name, not compressed, no language, no translated name.
  const named = xmp && Buffer.concat([Buffer.from('XML:com.adobe.xmp\0\0\0\0\0', 'latin1'), xmp]);
  return [...(tiff ? [pngChunk('eXIf', tiff)] : []), ...(named ? [pngChunk('iTXt', named)] : [])];
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
