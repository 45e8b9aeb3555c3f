import type { ImageMime } from './types.ts';

const HEIC_BRANDS = new Set(['heic', 'heix', 'heim', 'heis', 'hevc', 'hevx', 'hevm', 'hevs']);
const HEIF_BRANDS = new Set(['mif1', 'msf1', 'heif']);
const AVIF_BRANDS = new Set(['avif', 'avis']);
const LONGEST_FTYP = 256;

/** The type of a picture from its first bytes, or undefined when it is none of the six we take. */
export function sniffImage(bytes: Buffer): ImageMime | undefined {
  if (startsWith(bytes, 0, [0xff, 0xd8, 0xff])) return 'image/jpeg';
  if (startsWith(bytes, 0, [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])) return 'image/png';
  if (/^GIF8[79]a$/.test(ascii(bytes, 0, 6))) return 'image/gif';
  if (ascii(bytes, 0, 4) === 'RIFF' && ascii(bytes, 8, 4) === 'WEBP') return 'image/webp';
  if (ascii(bytes, 4, 4) === 'ftyp') return sniffBrands(bytes);
  return undefined;
}

/** HEIF is a container: the brands say what is inside. AVIF and films are not on the list. */
function sniffBrands(bytes: Buffer): ImageMime | undefined {
  const end = Math.min(bytes.length, bytes.readUInt32BE(0), LONGEST_FTYP);
  const brands = [ascii(bytes, 8, 4)];
  for (let at = 16; at + 4 <= end; at += 4) brands.push(ascii(bytes, at, 4));
  if (brands.some((brand) => AVIF_BRANDS.has(brand))) return undefined;
  if (brands.some((brand) => HEIC_BRANDS.has(brand))) return 'image/heic';
  if (brands.some((brand) => HEIF_BRANDS.has(brand))) return 'image/heif';
  return undefined;
}

function startsWith(bytes: Buffer, at: number, wanted: number[]): boolean {
  return wanted.every((byte, index) => bytes[at + index] === byte);
}

function ascii(bytes: Buffer, at: number, length: number): string {
  return bytes.toString('latin1', at, at + length);
}
