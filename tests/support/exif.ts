/** Metadata as cameras and programs write it, good and bad. */

export type ExifTag = {
  tag: number;
  text?: string;
  short?: number;
  long?: number;
  byte?: number;
  rationals?: number[];
};
const numberBytes = (value: number, bytes: number, little: boolean): Buffer => {
  const buffer = Buffer.alloc(bytes);
  if (little) buffer.writeUIntLE(value, 0, bytes);
  else buffer.writeUIntBE(value, 0, bytes);
  return buffer;
};
const EXIF_IFD = 0x8769;
const GPS_IFD = 0x8825;

/** A TIFF block with tags of the first directory, of Exif's and of GPS's. */
export function tiffBlock(
  { ifd0 = [], exif = [], gps = [] }: { ifd0?: ExifTag[]; exif?: ExifTag[]; gps?: ExifTag[] },
  { little = true } = {},
): Buffer {
  const parts: Buffer[] = [Buffer.from(little ? 'II*\0\x08\0\0\0' : 'MM\0*\0\0\0\x08', 'latin1')];
  let length = 8;
  const u16 = (value: number) => numberBytes(value, 2, little);
  const u32 = (value: number) => numberBytes(value, 4, little);
  const encode = ({ text, short, long, byte, rationals }: ExifTag): [number, number, Buffer] => {
    if (text !== undefined) return [2, text.length + 1, Buffer.from(`${text}\0`, 'latin1')];
    if (short !== undefined) return [3, 1, u16(short)];
    if (byte !== undefined) return [1, 1, Buffer.from([byte])];
    if (rationals) return [5, rationals.length, Buffer.concat(rationals.flatMap((n) => [u32(n), u32(1)]))];
    return [4, 1, u32(long ?? 0)];
  };
  const directory = (tags: ExifTag[], at: number): Buffer => {
    const sorted = [...tags].sort((a, b) => a.tag - b.tag);
    let dataAt = at + 2 + sorted.length * 12 + 4;
    const entries: Buffer[] = [u16(sorted.length)];
    const data: Buffer[] = [];
    for (const tag of sorted) {
      const [type, count, value] = encode(tag);
      const inline = value.length <= 4;
      entries.push(u16(tag.tag), u16(type), u32(count));
      entries.push(inline ? Buffer.concat([value, Buffer.alloc(4 - value.length)]) : u32(dataAt));
      if (inline) continue;
      data.push(value);
      dataAt += value.length;
    }
    return Buffer.concat([...entries, u32(0), ...data]);
  };
  const sizeOf = (tags: ExifTag[]) => directory(tags, 0).length;
  const all = [...ifd0];
  if (exif.length > 0) all.push({ tag: EXIF_IFD, long: 0 });
  if (gps.length > 0) all.push({ tag: GPS_IFD, long: 0 });
  const exifAt = length + sizeOf(all);
  const gpsAt = exifAt + (exif.length > 0 ? sizeOf(exif) : 0);
  for (const each of all) {
    if (each.tag === EXIF_IFD) each.long = exifAt;
    if (each.tag === GPS_IFD) each.long = gpsAt;
  }
  parts.push(directory(all, length));
  length = exifAt;
  if (exif.length > 0) parts.push(directory(exif, exifAt));
  if (gps.length > 0) parts.push(directory(gps, gpsAt));
  return Buffer.concat(parts);
}

/** The JPEG with application segments after its start. */
export function withSegments(jpeg: Buffer, segments: { marker: number; body: Buffer }[]): Buffer {
  const made = segments.map(({ marker, body }) => {
    const head = Buffer.from([0xff, marker, 0, 0]);
    head.writeUInt16BE(body.length + 2, 2);
    return Buffer.concat([head, body]);
  });
  return Buffer.concat([jpeg.subarray(0, 2), ...made, jpeg.subarray(2)]);
}

export const exifSegment = (tiff: Buffer, name = 'Exif\0\0') => ({
  marker: 0xe1,
  body: Buffer.concat([Buffer.from(name, 'latin1'), tiff]),
});
export const xmpSegment = (packet: string) => ({
  marker: 0xe1,
  body: Buffer.from(`http://ns.adobe.com/xap/1.0/\0${packet}`),
});

const NAMESPACES = {
  exif: 'http://ns.adobe.com/exif/1.0/',
  photoshop: 'http://ns.adobe.com/photoshop/1.0/',
  xmp: 'http://ns.adobe.com/xap/1.0/',
  tiff: 'http://ns.adobe.com/tiff/1.0/',
};
/** An XMP packet with one value. */
export function xmpPacket(name: string, value: string, as: 'attribute' | 'element' | 'other prefix'): string {
  const [prefix = '', local = ''] = name.split(':');
  const used = as === 'other prefix' ? 'ns7' : prefix;
  const declared = `xmlns:${used}="${NAMESPACES[prefix as keyof typeof NAMESPACES]}"`;
  const description =
    as === 'element'
      ? `<rdf:Description ${declared}><${used}:${local}>${value}</${used}:${local}></rdf:Description>`
      : `<rdf:Description ${declared} ${used}:${local}="${value}"/>`;
  return `<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">${description}</rdf:RDF></x:xmpmeta>`;
}

/** IPTC of the application record, by dataset. */
export function iptcSegment(values: Record<number, string>): { marker: number; body: Buffer } {
  const sets = Object.entries(values).map(([dataset, value]) => {
    const head = Buffer.from([0x1c, 2, Number(dataset), 0, value.length]);
    return Buffer.concat([head, Buffer.from(value, 'latin1')]);
  });
  const data = Buffer.concat(sets);
  const resource = Buffer.concat([
    Buffer.from('8BIM\x04\x04\0\0', 'latin1'),
    Buffer.from([0, 0, data.length >> 8, data.length & 255]),
    data,
    Buffer.alloc(data.length % 2),
  ]);
  return { marker: 0xed, body: Buffer.concat([Buffer.from('Photoshop 3.0\0', 'latin1'), resource]) };
}
