const IPTC_RESOURCE = 0x0404;
const RECORD = 2;
/** 1:90 with this value says that the texts are UTF-8 (ISO 2022). */
const UTF8 = Buffer.from([0x1b, 0x25, 0x47]);

/** The texts of the application record of IPTC-IIM, by the number of their dataset, such as 80 for 2:80. */
export type IptcTexts = ReadonlyMap<number, readonly string[]>;

/** @param resources Photoshop's image resources, of which one holds the IPTC records */
export function iptcTexts(resources: Buffer): IptcTexts {
  const found = new Map<number, string[]>();
  const values: [number, Buffer][] = [];
  let isUtf8 = false;
  for (const record of iptcRecords(resources))
    for (let at = 0; at + 5 <= record.length && record[at] === 0x1c; ) {
      const length = record.readUInt16BE(at + 3);
      const value = record.subarray(at + 5, at + 5 + length);
      if (length > 0x7fff) break; // of a length that stands elsewhere: a preview, no text
      if (record[at + 1] === 1 && record[at + 2] === 90) isUtf8 = value.equals(UTF8);
      if (record[at + 1] === RECORD) values.push([record.readUInt8(at + 2), value]);
      at += 5 + length;
    }
  for (const [dataset, value] of values) {
    const text = (isUtf8 || isValidUtf8(value) ? value.toString('utf8') : value.toString('latin1')).trim();
    if (text) found.set(dataset, [...(found.get(dataset) ?? []), text]);
  }
  return found;
}

/** Many programs write UTF-8 without saying so. */
const isValidUtf8 = (value: Buffer): boolean => Buffer.from(value.toString('utf8'), 'utf8').equals(value);

function* iptcRecords(resources: Buffer): Generator<Buffer> {
  for (let at = 0; at + 12 <= resources.length; ) {
    if (resources.toString('latin1', at, at + 4) !== '8BIM') return;
    const id = resources.readUInt16BE(at + 4);
    // A Pascal string; with its length it is padded to an even number of bytes, as the data is.
    const nameBytes = resources.readUInt8(at + 6) + 1;
    const sizeAt = at + 6 + nameBytes + (nameBytes % 2);
    if (sizeAt + 4 > resources.length) return;
    const size = resources.readUInt32BE(sizeAt);
    if (id === IPTC_RESOURCE) yield resources.subarray(sizeAt + 4, sizeAt + 4 + size);
    at = sizeAt + 4 + size + (size % 2);
  }
}
