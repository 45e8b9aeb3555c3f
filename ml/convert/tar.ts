/** Reads tar archives as npm packs them: format ustar (POSIX.1-1988), one 512-byte header before each file. */
const BLOCK = 512;
/** Offset and length of the header's fields, in bytes. */
const NAME = [0, 100] as const;
const SIZE = [124, 12] as const;
const TYPE = [156, 1] as const;
const PREFIX = [345, 155] as const;

/** The regular files of an archive by their paths. Throws Error where the archive ends too early. */
export function readTar(archive: Buffer): Map<string, Buffer> {
  const files = new Map<string, Buffer>();
  let at = 0;
  while (at + BLOCK <= archive.length) {
    const field = ([offset, length]: readonly [number, number]) =>
      archive.toString('utf8', at + offset, at + offset + length).replace(/\0.*$/s, '');
    const name = field(NAME);
    // An empty block ends the archive.
    if (!name) break;
    const size = Number.parseInt(field(SIZE), 8);
    const begin = at + BLOCK;
    if (!(begin + size <= archive.length)) throw new Error(`the archive ends within ${name}`);
    const path = [field(PREFIX), name].filter(Boolean).join('/');
    if (['0', ''].includes(field(TYPE))) files.set(path, archive.subarray(begin, begin + size));
    at = begin + Math.ceil(size / BLOCK) * BLOCK;
  }
  return files;
}
