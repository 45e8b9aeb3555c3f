import { outgoingBlocks } from './outgoing-metadata.ts';
import { ImagingError, type OutgoingMetadata } from './types.ts';

const SCREEN_BYTES = 13;
const EXTENSION = 0x21;
const IMAGE = 0x2c;
const TRAILER = 0x3b;
const COMMENT = 0xfe;
const PLAIN_TEXT = 0x01;
const APPLICATION = 0xff;
const IMAGE_BYTES = 10;
const VERSION_WITH_EXTENSIONS = '89a';
/** Application blocks that make the picture move; others hold XMP and the like. */
const LOOPS = new Set(['NETSCAPE2.0', 'ANIMEXTS1.0']);

/** The same GIF, animation included, without comments, text and application data. @param metadata is added; GIF has no place for Exif */
export function gifPictureOnly(bytes: Buffer, metadata: OutgoingMetadata = {}): Buffer {
  let at = SCREEN_BYTES + tableBytes(bytes[10]);
  const kept = [bytes.subarray(0, at)];
  for (;;) {
    const start = at;
    const kind = bytes[at];
    if (kind === TRAILER) break;
    if (kind === EXTENSION) {
      at = endOfBlocks(bytes, at + 2);
      if (isPartOfPicture(bytes, start)) kept.push(bytes.subarray(start, at));
    } else if (kind === IMAGE) {
      // One byte of LZW code size comes before the data.
      at = endOfBlocks(bytes, at + IMAGE_BYTES + tableBytes(bytes[at + 9]) + 1);
      kept.push(bytes.subarray(start, at));
    } else if (kind === undefined) {
      // A GIF that lacks only its last byte is taken, as decoders take it: the byte is added below.
      break;
    } else {
      throw new ImagingError('image_unreadable', 'GIF with an unknown block');
    }
  }
  const { xmp } = outgoingBlocks(metadata);
  const file = Buffer.concat([...kept, ...(xmp ? [xmpExtension(xmp)] : []), Buffer.from([TRAILER])]);
  if (xmp) file.write(VERSION_WITH_EXTENSIONS, 3, 'latin1');
  return file;
}

/** The packet as it is, and a trailer that leads readers of its bytes as lengths to the end (XMP specification part 3). */
function xmpExtension(packet: Buffer): Buffer {
  const countdown = Buffer.from(Array.from({ length: 256 }, (_, index) => 255 - index));
  return Buffer.concat([
    Buffer.from([EXTENSION, APPLICATION, 11]),
    Buffer.from('XMP DataXMP', 'latin1'),
    packet,
    Buffer.from([1]),
    countdown,
    Buffer.from([0]),
  ]);
}

function isPartOfPicture(bytes: Buffer, start: number): boolean {
  const label = bytes[start + 1];
  if (label === APPLICATION) return LOOPS.has(bytes.toString('latin1', start + 3, start + 14));
  return label !== COMMENT && label !== PLAIN_TEXT;
}

/** Blocks of up to 255 bytes, each behind its length; a length of zero ends them. */
function endOfBlocks(bytes: Buffer, start: number): number {
  let at = start;
  for (let length = bytes[at]; length; length = bytes[at]) at += length + 1;
  return at + 1;
}

/** Size of the colour table a flag byte announces. */
function tableBytes(flags: number | undefined): number {
  return flags !== undefined && flags & 0x80 ? 3 * 2 ** ((flags & 0x07) + 1) : 0;
}
