import exifr from 'exifr';
import type { Metadata } from 'sharp';
import { adobeRgbProfile, profileOfChromaticities, profileOfNumbers } from './colour-profile.ts';
import { chunksOf } from './metadata-blocks.ts';
import type { ImageMime } from './types.ts';

/** Exif: neither sRGB nor anything it has a name for; the directory of interoperability says then what it is (DCF 2.0, 3.3). */
const UNCALIBRATED = 65_535;
const OPTION_FILE = 'R03';

/**
 * The profile of a picture that has none and names its colours otherwise.
 * @returns undefined for sRGB, for a picture with a profile, and for grey
 */
export async function profileOfNames(
  bytes: Buffer,
  mime: ImageMime,
  { icc, space }: Pick<Metadata, 'icc' | 'space'>,
  tiff: readonly Buffer[],
): Promise<Buffer | undefined> {
  if (space !== 'srgb') return undefined;
  if (mime === 'image/png') return profileOfPng(bytes, icc !== undefined);
  if (icc || mime !== 'image/jpeg') return undefined;
  return (await saysAdobeRgb(tiff)) ? adobeRgbProfile() : undefined;
}

/** Whether Exif says Adobe RGB. Cameras embed no profile. */
export async function saysAdobeRgb(tiff: readonly Buffer[]): Promise<boolean> {
  for (const block of tiff) {
    const pick = ['ColorSpace', 'InteropIndex'];
    const options = { exif: true, interop: true, pick, mergeOutput: true, translateValues: false };
    const tags = await exifr.parse(block, options).catch(() => undefined);
    if (tags?.ColorSpace === UNCALIBRATED && String(tags.InteropIndex).startsWith(OPTION_FILE)) return true;
  }
  return false;
}

const POINTS = { white: 0, red: 8, green: 16, blue: 24 } as const;

/** What browsers follow, in this order: cICP, a profile, sRGB, gAMA with cHRM (PNG, third edition, 4.3). */
function profileOfPng(bytes: Buffer, hasProfile: boolean): Buffer | undefined {
  const chunks = new Map<string, Buffer>();
  for (const { name, data } of chunksOf(bytes, { start: 8, isBigEndian: true })) {
    if (name === 'IDAT') break;
    if (!chunks.has(name)) chunks.set(name, data);
  }
  const numbers = chunks.get('cICP');
  // Matrix 0: red, green and blue, over their full range.
  if (numbers?.length === 4 && numbers[2] === 0 && numbers[3] === 1)
    return profileOfNumbers(numbers[0]!, numbers[1]!);
  const gamma = chunks.get('gAMA');
  if (hasProfile || chunks.has('sRGB') || gamma?.length !== 4) return undefined;
  const said = chunks.get('cHRM');
  const point = (at: number) =>
    [said!.readUInt32BE(at) / 100_000, said!.readUInt32BE(at + 4) / 100_000] as const;
  const primaries =
    said?.length === 32
      ? {
          white: point(POINTS.white),
          red: point(POINTS.red),
          green: point(POINTS.green),
          blue: point(POINTS.blue),
        }
      : undefined;
  return profileOfChromaticities(primaries, gamma.readUInt32BE() / 100_000);
}
