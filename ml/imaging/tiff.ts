export const SHORT = 3;
const [ASCII, LONG] = [2, 4];
const HEADER_BYTES = 8;
const ENTRY_BYTES = 12;
const INLINE_BYTES = 4;
const EXIF_DIRECTORY = 0x8769;
export const ORIENTATION_TAG = 0x0112;

export type TiffTag = { tag: number } & ({ text: string } | { short: number } | { long: number });

export const orientationTag = (orientation: number): TiffTag => ({
  tag: ORIENTATION_TAG,
  short: orientation,
});

/** The body of Exif metadata (big-endian) with tags of its first directory and of Exif's. Texts are UTF-8, as programs write them. */
export function tiffBlock(first: readonly TiffTag[], exif: readonly TiffTag[]): Buffer {
  const link = (long: number): TiffTag[] => (exif.length > 0 ? [{ tag: EXIF_DIRECTORY, long }] : []);
  const exifAt = HEADER_BYTES + directory([...first, ...link(0)], HEADER_BYTES).length;
  const header = Buffer.from('MM\0*\0\0\0\x08', 'latin1');
  return Buffer.concat([
    header,
    directory([...first, ...link(exifAt)], HEADER_BYTES),
    ...(exif.length > 0 ? [directory(exif, exifAt)] : []),
  ]);
}

function directory(tags: readonly TiffTag[], start: number): Buffer {
  const sorted = tags.toSorted((a, b) => a.tag - b.tag);
  const entries = Buffer.alloc(2 + sorted.length * ENTRY_BYTES + 4);
  entries.writeUInt16BE(sorted.length);
  const values: Buffer[] = [];
  let valueAt = start + entries.length;
  for (const [index, entry] of sorted.entries()) {
    const at = 2 + index * ENTRY_BYTES;
    const { type, count, value } = encode(entry);
    entries.writeUInt16BE(entry.tag, at);
    entries.writeUInt16BE(type, at + 2);
    entries.writeUInt32BE(count, at + 4);
    if (value.length <= INLINE_BYTES) {
      value.copy(entries, at + 8);
      continue;
    }
    entries.writeUInt32BE(valueAt, at + 8);
    // Values begin at even offsets.
    const padded = value.length % 2 === 0 ? value : Buffer.concat([value, Buffer.alloc(1)]);
    values.push(padded);
    valueAt += padded.length;
  }
  return Buffer.concat([entries, ...values]);
}

function encode(entry: TiffTag): { type: number; count: number; value: Buffer } {
  if ('text' in entry) {
    const value = Buffer.from(`${entry.text}\0`, 'utf8');
    return { type: ASCII, count: value.length, value };
  }
  const value = Buffer.alloc('short' in entry ? 2 : 4);
  if ('short' in entry) value.writeUInt16BE(entry.short);
  else value.writeUInt32BE(entry.long);
  return { type: 'short' in entry ? SHORT : LONG, count: 1, value };
}
