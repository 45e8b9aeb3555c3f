import { crc32 } from 'node:zlib';

export interface Unzipped {
  name: string;
  bytes: Buffer;
  time: Date;
}

const END = 0x06054b50;
const CENTRAL = 0x02014b50;

/** The files of an archive that stores them as they are. Throws where a length, checksum or place is not right. */
export function unzip(archive: Buffer): Unzipped[] {
  const end = archive.lastIndexOf(Buffer.from('PK\x05\x06', 'latin1'));
  if (end < 0 || archive.readUInt32LE(end) !== END) throw new Error('The archive has no end');
  const files: Unzipped[] = [];
  let at = archive.readUInt32LE(end + 16);
  for (let left = archive.readUInt16LE(end + 10); left > 0; left -= 1) {
    if (archive.readUInt32LE(at) !== CENTRAL) throw new Error('The directory of the archive is broken');
    const [nameLength, extraLength] = [archive.readUInt16LE(at + 28), archive.readUInt16LE(at + 30)];
    const name = archive.toString('utf8', at + 46, at + 46 + nameLength);
    if (archive.readUInt16LE(at + 10) !== 0) throw new Error(`${name} is compressed`);
    files.push({ name, bytes: contentAt(archive, at, name), time: timeAt(archive, at) });
    at += 46 + nameLength + extraLength + archive.readUInt16LE(at + 32);
  }
  return files;
}

function contentAt(archive: Buffer, at: number, name: string): Buffer {
  const size = archive.readUInt32LE(at + 24);
  const local = archive.readUInt32LE(at + 42);
  const start = local + 30 + archive.readUInt16LE(local + 26) + archive.readUInt16LE(local + 28);
  const bytes = archive.subarray(start, start + size);
  if (crc32(bytes) !== archive.readUInt32LE(at + 16)) throw new Error(`${name} is damaged`);
  return bytes;
}

/** The old two-second time of the format, in local time. */
function timeAt(archive: Buffer, at: number): Date {
  const [time, day] = [archive.readUInt16LE(at + 12), archive.readUInt16LE(at + 14)];
  return new Date(
    1980 + (day >> 9),
    ((day >> 5) & 15) - 1,
    day & 31,
    time >> 11,
    (time >> 5) & 63,
    (time & 31) * 2,
  );
}
