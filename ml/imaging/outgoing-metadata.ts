import { orientationTag, type TiffTag, tiffBlock } from './tiff.ts';
import type { Credit, OutgoingMetadata } from './types.ts';
import { xmpNamespaces } from './xmp.ts';

const ARTIST = 0x013b;
const COPYRIGHT = 0x8298;
const DATE_TIME_ORIGINAL = 0x9003;
const OFFSET_TIME_ORIGINAL = 0x9011;
const SUB_SEC_TIME_ORIGINAL = 0x9291;
const PLUS_VOCABULARY = 'http://ns.useplus.org/ldf/vocab/';
const DAY_LENGTH = 10;

/**
 * All that a picture that leaves the server says beside its pixels: its author, when it was taken, and how it is turned. Nothing of
 * places, people, cameras, keywords or edits.
 */
export interface OutgoingBlocks {
  /** The body of Exif metadata; undefined where there is nothing to say. */
  tiff: Buffer | undefined;
  xmp: Buffer | undefined;
}

/** @param orientation 1 to 8, as in Exif; 1 says nothing */
export function outgoingBlocks(metadata: OutgoingMetadata, orientation = 1): OutgoingBlocks {
  const { credit, taken } = metadata;
  const first: TiffTag[] = [];
  if (orientation !== 1) first.push(orientationTag(orientation));
  if (credit?.creator) first.push({ tag: ARTIST, text: credit.creator });
  if (credit?.copyright) first.push({ tag: COPYRIGHT, text: credit.copyright });
  const exif: TiffTag[] = [];
  if (taken && taken.local.length > DAY_LENGTH) {
    exif.push({ tag: DATE_TIME_ORIGINAL, text: exifTime(taken.local) });
    if (taken.offset !== null) exif.push({ tag: OFFSET_TIME_ORIGINAL, text: offsetText(taken.offset) });
    const fraction = taken.local.split('.')[1];
    if (fraction && Number(fraction) > 0) exif.push({ tag: SUB_SEC_TIME_ORIGINAL, text: fraction });
  }
  const hasTiff = first.length + exif.length > 0;
  return { tiff: hasTiff ? tiffBlock(first, exif) : undefined, xmp: credit && xmpPacket(credit) };
}

const exifTime = (local: string): string => local.slice(0, 19).replaceAll('-', ':').replace('T', ' ');

/** @param minutes ahead of UTC */
function offsetText(minutes: number): string {
  const digits = (value: number) => String(Math.floor(value)).padStart(2, '0');
  return `${minutes < 0 ? '-' : '+'}${digits(Math.abs(minutes) / 60)}:${digits(Math.abs(minutes) % 60)}`;
}

function xmpPacket({ creator, copyright, credit, data_mining }: Credit): Buffer {
  const properties = [
    creator && `<dc:creator><rdf:Seq><rdf:li>${escaped(creator)}</rdf:li></rdf:Seq></dc:creator>`,
    copyright &&
      `<dc:rights><rdf:Alt><rdf:li xml:lang="x-default">${escaped(copyright)}</rdf:li></rdf:Alt></dc:rights>`,
    credit && `<photoshop:Credit>${escaped(credit)}</photoshop:Credit>`,
    data_mining && `<plus:DataMining>${PLUS_VOCABULARY}${escaped(data_mining)}</plus:DataMining>`,
  ].filter(Boolean);
  const namespaces = (['dc', 'photoshop', 'plus'] as const).map(
    (prefix) => `xmlns:${prefix}="${xmpNamespaces[prefix]}"`,
  );
  return Buffer.from(
    `<?xpacket begin="\uFEFF" id="W5M0MpCehiHzreSzNTczkc9d"?><x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description rdf:about="" ${namespaces.join(' ')}>${properties.join('')}</rdf:Description></rdf:RDF></x:xmpmeta><?xpacket end="r"?>`,
  );
}

/** For texts and attributes of XML. */
export const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');

const JPEG_START = Buffer.from([0xff, 0xd8]);
const APP1 = 0xe1;
const EXIF_NAME = Buffer.from('Exif\0\0', 'latin1');
const XMP_NAME = Buffer.from('http://ns.adobe.com/xap/1.0/\0', 'latin1');

/** The first bytes of a JPEG that says this, in place of its first two. */
export function jpegStart(metadata: OutgoingMetadata, orientation = 1): Buffer {
  const { tiff, xmp } = outgoingBlocks(metadata, orientation);
  return Buffer.concat([
    JPEG_START,
    ...(tiff ? [jpegSegment(EXIF_NAME, tiff)] : []),
    ...(xmp ? [jpegSegment(XMP_NAME, xmp)] : []),
  ]);
}

function jpegSegment(name: Buffer, body: Buffer): Buffer {
  const head = Buffer.from([0xff, APP1, 0, 0]);
  head.writeUInt16BE(name.length + body.length + 2, 2);
  return Buffer.concat([head, name, body]);
}
