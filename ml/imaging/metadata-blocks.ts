import { inflateSync } from 'node:zlib';
import type { ImageMime } from './types.ts';

/** The blocks of a file that say where its picture comes from, as they are, in the order of the file. */
export interface MetadataBlocks {
  /** Bodies of Exif metadata, without the name that JPEG puts before them. */
  tiff: Buffer[];
  xmp: Buffer[];
  iptc: Buffer[];
  /** Named texts of a PNG. */
  texts: { name: string; text: string }[];
}

/** A file may have thousands; what matters stands in the first ones. */
const BLOCKS_MOST = 16;
const XMP_MOST_BYTES = 4 * 1024 * 1024;
const EXIF_NAME_BYTES = 6;
const XMP_NAME = 'http://ns.adobe.com/xap/1.0/\0';
/** What does not fit into the segment of a packet (XMP specification part 3): its GUID, its length, where the part belongs. */
const XMP_EXTENSION_NAME = 'http://ns.adobe.com/xmp/extension/\0';
const GUID_BYTES = 32;
const IPTC_NAME = 'Photoshop 3.0\0';
const PNG_XMP_NAME = 'XML:com.adobe.xmp\0';

/** Some cameras pad the name with something else than a second zero, and some programs put it into every format. */
export const withoutExifName = (block: Buffer): Buffer =>
  isExif(block) ? block.subarray(EXIF_NAME_BYTES) : block;

const isExif = (block: Buffer): boolean => block.toString('latin1', 0, EXIF_NAME_BYTES - 1) === 'Exif\0';

/** Reads the structure of JPEG, PNG, WebP and GIF files; HEIC answers none here: heif.ts. */
export function metadataBlocks(bytes: Buffer, mime: ImageMime): MetadataBlocks {
  const found: MetadataBlocks = { tiff: [], xmp: [], iptc: [], texts: [] };
  const add = (kind: 'tiff' | 'xmp' | 'iptc', block: Buffer) => {
    if (found[kind].length < BLOCKS_MOST) found[kind].push(block);
  };
  if (mime === 'image/jpeg') {
    const parts: Buffer[] = [];
    for (const { start, end } of jpegApplicationSegments(bytes)) {
      const body = bytes.subarray(start + 4, end);
      if (isExif(body)) add('tiff', withoutExifName(body));
      else if (startsWith(body, XMP_NAME)) add('xmp', body.subarray(XMP_NAME.length));
      else if (startsWith(body, XMP_EXTENSION_NAME)) parts.push(body.subarray(XMP_EXTENSION_NAME.length));
      else if (startsWith(body, IPTC_NAME)) add('iptc', body.subarray(IPTC_NAME.length));
    }
    for (const extension of joinedExtensions(parts, found.xmp)) add('xmp', extension);
  } else if (mime === 'image/png') {
    for (const { name, data } of chunksOf(bytes, { start: 8, isBigEndian: true })) {
      if (name === 'eXIf') add('tiff', withoutExifName(data));
      if (name === 'iTXt' && startsWith(data, PNG_XMP_NAME)) add('xmp', textOf(data));
      else if (name === 'iTXt' || name === 'tEXt' || name === 'zTXt') addText(found, name, data);
    }
  } else if (mime === 'image/webp') {
    for (const { name, data } of chunksOf(bytes, { start: 12, isBigEndian: false })) {
      if (name === 'EXIF') add('tiff', withoutExifName(data));
      if (name === 'XMP ') add('xmp', data);
    }
  } else if (mime === 'image/gif') {
    const packet = gifXmp(bytes);
    if (packet) add('xmp', packet);
  }
  return found;
}

/** The extensions that a packet names and that are whole, their parts in whatever order. */
function joinedExtensions(parts: readonly Buffer[], packets: readonly Buffer[]): Buffer[] {
  const byGuid = new Map<string, Buffer[]>();
  for (const part of parts) {
    if (part.length < GUID_BYTES + 8) continue;
    const guid = part.toString('latin1', 0, GUID_BYTES);
    if (!packets.some((packet) => packet.includes(guid))) continue;
    byGuid.set(guid, [...(byGuid.get(guid) ?? []), part]);
  }
  return [...byGuid.values()].flatMap((own) => {
    const length = own[0]!.readUInt32BE(GUID_BYTES);
    if (length > XMP_MOST_BYTES) return [];
    const joined = Buffer.alloc(length);
    let filled = 0;
    for (const part of own) filled += part.copy(joined, part.readUInt32BE(GUID_BYTES + 4), GUID_BYTES + 8);
    return filled === length ? [joined] : [];
  });
}

const GIF_XMP = Buffer.from('\x21\xff\x0bXMP DataXMP', 'latin1');
/** A block of one byte follows the packet, counting down from here, so that readers of any GIF find the end. */
const GIF_XMP_TRAILER = 0x01;

/** XMP stands in an application extension of GIF as it is, without lengths (XMP specification part 3). */
function gifXmp(bytes: Buffer): Buffer | undefined {
  const start = bytes.indexOf(GIF_XMP);
  const end = bytes.indexOf(Buffer.from([GIF_XMP_TRAILER, 0xff, 0xfe]), start + GIF_XMP.length);
  return start === -1 || end === -1 ? undefined : bytes.subarray(start + GIF_XMP.length, end);
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

function addText({ texts }: MetadataBlocks, chunk: 'iTXt' | 'tEXt' | 'zTXt', data: Buffer): void {
  const end = data.indexOf(0);
  if (end === -1 || texts.length >= BLOCKS_MOST) return;
  const name = data.toString('latin1', 0, end);
  if (chunk === 'iTXt') texts.push({ name, text: textOf(data).toString('utf8') });
  // After the name of a compressed text stands how it is compressed.
  else if (chunk === 'zTXt') texts.push({ name, text: inflated(data.subarray(end + 2)).toString('latin1') });
  else texts.push({ name, text: data.toString('latin1', end + 1) });
}

/** The text of a PNG's iTXt chunk: name, whether it is compressed, how, language, translated name, text. */
function textOf(data: Buffer): Buffer {
  const flag = data.indexOf(0) + 1;
  const language = data.indexOf(0, flag + 2);
  const translated = data.indexOf(0, language + 1);
  const text = data.subarray(translated + 1);
  return data[flag] === 1 ? inflated(text) : text;
}

function inflated(packed: Buffer): Buffer {
  try {
    return inflateSync(packed, { maxOutputLength: XMP_MOST_BYTES });
  } catch {
    return Buffer.alloc(0);
  }
}
