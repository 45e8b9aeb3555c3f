/**
 * Reads ZIP archives whose files are stored and not compressed, as PyTorch writes them. Sizes and offsets are those of
 * the central directory (APPNOTE 4.3.12). Throws RangeError where the bytes are no such archive.
 */
const END = { signature: 0x06054b50, bytes: 22, entries: 10, directory: 16 } as const;
const ENTRY = {
  signature: 0x02014b50,
  bytes: 46,
  method: 10,
  size: 24,
  nameLength: 28,
  extraLength: 30,
  commentLength: 32,
  header: 42,
} as const;
const HEADER = { signature: 0x04034b50, bytes: 30, nameLength: 26, extraLength: 28 } as const;
const STORED = 0;
/** The end record is followed by a comment of at most this length. */
const COMMENT_MAX = 0xffff;

/** The files of the archive by their paths. */
export function readStoredZip(archive: Buffer): Map<string, Buffer> {
  const end = findEnd(archive);
  const files = new Map<string, Buffer>();
  let at = archive.readUInt32LE(end + END.directory);
  for (let left = archive.readUInt16LE(end + END.entries); left > 0; left--) {
    if (archive.readUInt32LE(at) !== ENTRY.signature)
      throw new RangeError('the directory of the ZIP is damaged');
    const nameLength = archive.readUInt16LE(at + ENTRY.nameLength);
    const name = archive.toString('utf8', at + ENTRY.bytes, at + ENTRY.bytes + nameLength);
    if (archive.readUInt16LE(at + ENTRY.method) !== STORED) throw new RangeError(`${name} is compressed`);
    const header = archive.readUInt32LE(at + ENTRY.header);
    if (archive.readUInt32LE(header) !== HEADER.signature) throw new RangeError(`${name} has no header`);
    const begin =
      header +
      HEADER.bytes +
      archive.readUInt16LE(header + HEADER.nameLength) +
      archive.readUInt16LE(header + HEADER.extraLength);
    const size = archive.readUInt32LE(at + ENTRY.size);
    if (begin + size > archive.length) throw new RangeError(`the ZIP ends within ${name}`);
    files.set(name, archive.subarray(begin, begin + size));
    at +=
      ENTRY.bytes +
      nameLength +
      archive.readUInt16LE(at + ENTRY.extraLength) +
      archive.readUInt16LE(at + ENTRY.commentLength);
  }
  return files;
}

function findEnd(archive: Buffer): number {
  const last = archive.length - END.bytes;
  for (let at = last; at >= Math.max(0, last - COMMENT_MAX); at--)
    if (archive.readUInt32LE(at) === END.signature) return at;
  throw new RangeError('not a ZIP archive');
}
