import { inflateSync } from 'node:zlib';
import type { ImageMime } from './types.ts';

/** The blocks of a file that say where its picture comes from, as they are, in the order of the file. */
export interface MetadataBlocks {
  /** Bodies of Exif metadata, without the name that JPEG puts before them. */
  tiff: Buffer[];
  xmp: Buffer[];
  iptc: Buffer[];
}

/** A file may have thousands; what matters stands in the first ones. */
const BLOCKS_MOST = 16;
const XMP_MOST_BYTES = 4 * 1024 * 1024;
const EXIF_NAME_BYTES = 6;
const XMP_NAME = 'http://ns.adobe.com/xap/1.0/\0';
const IPTC_NAME = 'Photoshop 3.0\0';
const PNG_XMP_NAME = 'XML:com.adobe.xmp\0';

/** Some cameras pad the name with something else than a second zero, and some programs put it into every format. */
export const withoutExifName = (block: Buffer): Buffer =>
  isExif(block) ? block.subarray(EXIF_NAME_BYTES) : block;

const isExif = (block: Buffer): boolean => block.toString('latin1', 0, EXIF_NAME_BYTES - 1) === 'Exif\0';

/** Reads the structure of JPEG, PNG and WebP files; other types answer none here. */
export function metadataBlocks(bytes: Buffer, mime: ImageMime): MetadataBlocks {
  const found: MetadataBlocks = { tiff: [], xmp: [], iptc: [] };
  const add = (kind: keyof MetadataBlocks, block: Buffer) => {
    if (found[kind].length < BLOCKS_MOST) found[kind].push(block);
  };
  if (mime === 'image/jpeg') {
    for (const { start, end } of jpegApplicationSegments(bytes)) {
      const body = bytes.subarray(start + 4, end);
      if (isExif(body)) add('tiff', withoutExifName(body));
      else if (startsWith(body, XMP_NAME)) add('xmp', body.subarray(XMP_NAME.length));
      else if (startsWith(body, IPTC_NAME)) add('iptc', body.subarray(IPTC_NAME.length));
    }
  } else if (mime === 'image/png') {
    for (const { name, data } of chunksOf(bytes, { start: 8, isBigEndian: true })) {
      if (name === 'eXIf') add('tiff', withoutExifName(data));
      if (name === 'iTXt' && startsWith(data, PNG_XMP_NAME)) add('xmp', textOf(data));
    }
  } else if (mime === 'image/webp') {
    for (const { name, data } of chunksOf(bytes, { start: 12, isBigEndian: false })) {
      if (name === 'EXIF') add('tiff', withoutExifName(data));
      if (name === 'XMP ') add('xmp', data);
    }
  }
  return found;
}

const startsWith = (block: Buffer, name: string): boolean =>
  block.toString('latin1', 0, name.length) === name;

const SOS = 0xda;
const APP0 = 0xe0;
const APP15 = 0xef;

/** The segments APP0 to APP15 before the picture, where they are whole. Bytes between segments are skipped, as decoders do. */
export function* jpegApplicationSegments(bytes: Buffer): Generator<{ start: number; end: number }> {
  for (let at = bytes.indexOf(0xff, 2); at !== -1 && at + 4 <= bytes.length; at = bytes.indexOf(0xff, at)) {
    const marker = bytes.readUInt8(at + 1);
    if (marker === SOS) return;
    if (marker === 0xff || marker === 0 || (marker >= 0xd0 && marker <= 0xd9) || marker === 1) {
      at += 1;
      continue;
    }
    const end = at + 2 + bytes.readUInt16BE(at + 2);
    if (end > bytes.length) return;
    if (marker >= APP0 && marker <= APP15) yield { start: at, end };
    at = end;
  }
}

/** The chunks of a PNG (big-endian, with checksums) or a WebP file (little-endian, padded to even lengths). */
export function* chunksOf(bytes: Buffer, { start, isBigEndian }: { start: number; isBigEndian: boolean }) {
  for (let at = start; at + 8 <= bytes.length; ) {
    const length = isBigEndian ? bytes.readUInt32BE(at) : bytes.readUInt32LE(at + 4);
    const nameAt = isBigEndian ? at + 4 : at;
    const name = bytes.toString('latin1', nameAt, nameAt + 4);
    yield { name, data: bytes.subarray(at + 8, at + 8 + length) };
    at += 8 + length + (isBigEndian ? 4 : length % 2);
  }
}

/** The text of a PNG's iTXt chunk: name, whether it is compressed, how, language, translated name, text. */
function textOf(data: Buffer): Buffer {
  const flag = data.indexOf(0) + 1;
  const language = data.indexOf(0, flag + 2);
  const translated = data.indexOf(0, language + 1);
  const text = data.subarray(translated + 1);
  if (data[flag] !== 1) return text;
  try {
    return inflateSync(text, { maxOutputLength: XMP_MOST_BYTES });
  } catch {
    return Buffer.alloc(0);
  }
}
