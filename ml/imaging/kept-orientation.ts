import { ORIENTATION_TAG, SHORT } from './tiff.ts';

const [BYTE, LONG] = [1, 4];
const ENTRY_BYTES = 12;
const UPRIGHT = 1;
const HEADER_BYTES = 8;

/**
 * The orientation of a picture: that of the first TIFF block (the body of Exif metadata) that says one; 1 where none does. XMP's
 * tiff:Orientation is not asked: browsers and phones show such pictures as they lie.
 */
export function readOrientation(blocks: readonly Buffer[]): number {
  for (const block of blocks) {
    const found = orientationIn(block);
    if (found !== undefined) return found;
  }
  return UPRIGHT;
}

function orientationIn(tiff: Buffer): number | undefined {
  const little = tiff.toString('latin1', 0, 2) === 'II';
  if (tiff.length < HEADER_BYTES || (!little && tiff.toString('latin1', 0, 2) !== 'MM')) return undefined;
  const u16 = (at: number) => (little ? tiff.readUInt16LE(at) : tiff.readUInt16BE(at));
  const u32 = (at: number) => (little ? tiff.readUInt32LE(at) : tiff.readUInt32BE(at));
  const directory = u32(4);
  if (directory + 2 > tiff.length) return undefined;
  const count = u16(directory);
  for (let index = 0; index < count; index += 1) {
    const at = directory + 2 + index * ENTRY_BYTES;
    if (at + ENTRY_BYTES > tiff.length) return undefined;
    if (u16(at) !== ORIENTATION_TAG) continue;
    const type = u16(at + 2);
    const value =
      type === SHORT ? u16(at + 8) : type === LONG ? u32(at + 8) : type === BYTE ? tiff[at + 8] : undefined;
    return value !== undefined && value >= 1 && value <= 8 ? value : undefined;
  }
  return undefined;
}
