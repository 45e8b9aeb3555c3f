import { readOrientation } from './kept-orientation.ts';
import { metadataBlocks } from './metadata-blocks.ts';
import { outgoingBlocks } from './outgoing-metadata.ts';
import { ImagingError, type OutgoingMetadata } from './types.ts';

const RIFF_HEADER_BYTES = 12;
const CHUNK_HEADER_BYTES = 8;
const PICTURE = new Set(['VP8 ', 'VP8L', 'VP8X', 'ANIM', 'ANMF', 'ALPH', 'ICCP']);
const ALPHA_FLAG = 0x10;
const EXIF_FLAG = 0x08;
const XMP_FLAG = 0x04;

/** The same WebP without metadata; the colour profile and the orientation stay. @param metadata is added */
export function webpPictureOnly(bytes: Buffer, metadata: OutgoingMetadata = {}): Buffer {
  const kept: Buffer[] = [];
  const orientation = readOrientation(metadataBlocks(bytes, 'image/webp').tiff);
  for (let at = RIFF_HEADER_BYTES; at + CHUNK_HEADER_BYTES <= bytes.length; ) {
    const name = bytes.toString('latin1', at, at + 4);
    const length = bytes.readUInt32LE(at + 4);
    // Chunks are padded to even length.
    const end = at + CHUNK_HEADER_BYTES + length + (length % 2);
    const chunk = Buffer.from(bytes.subarray(at, end));
    if (PICTURE.has(name)) kept.push(chunk);
    at = end;
  }
  const { tiff, xmp } = outgoingBlocks(metadata, orientation);
  const [first] = kept;
  if ((tiff || xmp) && first && !isExtended(first)) kept.unshift(extendedHeader(first));
  if (tiff) kept.push(webpChunk('EXIF', tiff));
  if (xmp) kept.push(webpChunk('XMP ', xmp));
  setFlags(kept[0], (tiff ? EXIF_FLAG : 0) | (xmp ? XMP_FLAG : 0));
  const body = Buffer.concat([Buffer.from('WEBP', 'latin1'), ...kept]);
  const header = Buffer.from('RIFF\0\0\0\0', 'latin1');
  header.writeUInt32LE(body.length, 4);
  return Buffer.concat([header, body]);
}

const isExtended = (first: Buffer): boolean =>
  first.toString('latin1', 0, 4) === 'VP8X' && first.length > CHUNK_HEADER_BYTES;

/** The extended header announces the metadata that is there now. */
function setFlags(first: Buffer | undefined, announced: number): void {
  if (!first || !isExtended(first)) return;
  const others = first.readUInt8(CHUNK_HEADER_BYTES) & ~(EXIF_FLAG | XMP_FLAG);
  first.writeUInt8(others | announced, CHUNK_HEADER_BYTES);
}

/** Only files with an extended header may have metadata: one is made of the size that a simple picture says. */
function extendedHeader(picture: Buffer): Buffer {
  const data = picture.subarray(CHUNK_HEADER_BYTES);
  const isLossless = picture.toString('latin1', 0, 4) === 'VP8L';
  if (data.length < 10) throw new ImagingError('image_unreadable', 'WebP without a size');
  // RFC 9649: 14 bits each. Lossless: one less than the size, after a signature byte. Lossy: the size, after six bytes of start.
  const bits = isLossless ? data.readUInt32LE(1) : 0;
  const width = isLossless ? bits & 0x3fff : (data.readUInt16LE(6) & 0x3fff) - 1;
  const height = isLossless ? (bits >>> 14) & 0x3fff : (data.readUInt16LE(8) & 0x3fff) - 1;
  const header = Buffer.alloc(10);
  header.writeUInt8(isLossless && (bits >>> 28) & 1 ? ALPHA_FLAG : 0);
  header.writeUIntLE(width, 4, 3);
  header.writeUIntLE(height, 7, 3);
  return webpChunk('VP8X', header);
}

function webpChunk(name: string, data: Buffer): Buffer {
  const header = Buffer.from(`${name}\0\0\0\0`, 'latin1');
  header.writeUInt32LE(data.length, 4);
  return Buffer.concat([header, data, Buffer.alloc(data.length % 2)]);
}
