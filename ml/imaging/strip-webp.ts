import { orientationOnly, readOrientation } from './kept-orientation.ts';
import { metadataBlocks } from './metadata-blocks.ts';

const RIFF_HEADER_BYTES = 12;
const CHUNK_HEADER_BYTES = 8;
const PICTURE = new Set(['VP8 ', 'VP8L', 'VP8X', 'ANIM', 'ANMF', 'ALPH', 'ICCP']);
const EXIF_FLAG = 0x08;
const XMP_FLAG = 0x04;

/** The same WebP without metadata; the colour profile and the orientation stay. */
export function webpPictureOnly(bytes: Buffer): Buffer {
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
  if (orientation !== 1) kept.push(exifChunk(orientation));
  setFlags(kept[0], orientation !== 1);
  const body = Buffer.concat([Buffer.from('WEBP', 'latin1'), ...kept]);
  const header = Buffer.from('RIFF\0\0\0\0', 'latin1');
  header.writeUInt32LE(body.length, 4);
  return Buffer.concat([header, body]);
}

/** The extended header announces metadata that is gone now. */
function setFlags(first: Buffer | undefined, hasExif: boolean): void {
  if (first?.toString('latin1', 0, 4) !== 'VP8X' || first.length <= CHUNK_HEADER_BYTES) return;
  const flags = first.readUInt8(CHUNK_HEADER_BYTES) & ~(EXIF_FLAG | XMP_FLAG);
  first.writeUInt8(hasExif ? flags | EXIF_FLAG : flags, CHUNK_HEADER_BYTES);
}

function exifChunk(orientation: number): Buffer {
  const tiff = orientationOnly(orientation);
  const header = Buffer.from('EXIF\0\0\0\0', 'latin1');
  header.writeUInt32LE(tiff.length, 4);
  return Buffer.concat([header, tiff]);
}
