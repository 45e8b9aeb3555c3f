/** Layout of a colour profile: https://www.color.org/specification/ICC.1-2022-05.pdf, clauses 7 and 10. */
const HEADER = { colourSpace: 16, connectionSpace: 20 } as const;
const TAGS = { count: 128, first: 132, bytes: 12, most: 100 } as const;
/** Both begin with their type and four reserved bytes. */
const VALUES = 8;
const CURVE_POINTS = 12;
const PARAMETERS = 12;
const FIXED_POINT = 65_536;

/** Red, green and blue of sRGB in XYZ, adapted to the connection space's white (D50). */
const PRIMARIES = {
  rXYZ: [0.4361, 0.2225, 0.0139],
  gXYZ: [0.3851, 0.7169, 0.0971],
  bXYZ: [0.1431, 0.0606, 0.7141],
} as const;
const CURVES = ['rTRC', 'gTRC', 'bTRC'] as const;
/** A parametric curve of type 3 with gamma, a, b, c and d of sRGB. */
const SRGB_CURVE_TYPE = 3;
const SRGB_CURVE = [2.4, 1 / 1.055, 0.055 / 1.055, 1 / 12.92, 0.04045] as const;
/** Shorter tables say too little about a curve. */
const LEAST_POINTS = 16;
/** Makers round differently; a gamma of 2.2 differs by .004, Display P3's red by .08. */
const TOLERANCE = 0.002;

/**
 * Whether the profile means sRGB. To convert from it would change no colour and take a third of the time of a photo's
 * renditions. False for everything that is not surely sRGB, also for bytes that are no profile.
 */
export function isSrgbProfile(profile: Buffer | undefined): boolean {
  try {
    return profile !== undefined && describesSrgb(profile);
  } catch (error) {
    if (error instanceof RangeError) return false; // it ends too soon
    throw error;
  }
}

/** Whether the profile is for red, green and blue. */
export const isRgbProfile = (profile: Buffer | undefined): boolean =>
  profile !== undefined &&
  profile.length >= HEADER.colourSpace + 4 &&
  textAt(profile, HEADER.colourSpace) === 'RGB ';

function describesSrgb(profile: Buffer): boolean {
  if (!isRgbProfile(profile)) return false;
  if (textAt(profile, HEADER.connectionSpace) !== 'XYZ ') return false;
  const tags = readTags(profile);
  // With a table of colours the matrix and the curves do not count.
  if ([...tags.keys()].some((name) => name.startsWith('A2B') || name.startsWith('D2B'))) return false;
  const hasPrimaries = Object.entries(PRIMARIES).every(([name, wanted]) =>
    hasNumbers(profile, tags.get(name), wanted),
  );
  return hasPrimaries && CURVES.every((name) => hasCurve(profile, tags.get(name)));
}

/** Where the value of each tag begins. */
function readTags(profile: Buffer): Map<string, number> {
  const count = Math.min(profile.readUInt32BE(TAGS.count), TAGS.most);
  return new Map(
    Array.from({ length: count }, (_, i) => {
      const at = TAGS.first + TAGS.bytes * i;
      return [textAt(profile, at), profile.readUInt32BE(at + 4)];
    }),
  );
}

function hasNumbers(profile: Buffer, at: number | undefined, wanted: readonly number[]): boolean {
  if (at === undefined || textAt(profile, at) !== 'XYZ ') return false;
  return wanted.every((value, i) => isNear(profile.readInt32BE(at + VALUES + 4 * i) / FIXED_POINT, value));
}

function hasCurve(profile: Buffer, at: number | undefined): boolean {
  if (at === undefined) return false;
  if (textAt(profile, at) === 'para')
    return (
      profile.readUInt16BE(at + VALUES) === SRGB_CURVE_TYPE &&
      SRGB_CURVE.every((value, i) =>
        isNear(profile.readInt32BE(at + PARAMETERS + 4 * i) / FIXED_POINT, value),
      )
    );
  if (textAt(profile, at) !== 'curv') return false;
  const points = profile.readUInt32BE(at + VALUES);
  if (points < LEAST_POINTS) return false;
  for (let i = 0; i < points; i += 1) {
    const value = profile.readUInt16BE(at + CURVE_POINTS + 2 * i) / 0xffff;
    if (!isNear(value, toLinear(i / (points - 1)))) return false;
  }
  return true;
}

/** Light of an sRGB value, both 0..1. */
function toLinear(value: number): number {
  const [gamma, a, b, c, d] = SRGB_CURVE;
  return value >= d ? (a * value + b) ** gamma : c * value;
}

const isNear = (value: number, wanted: number): boolean => Math.abs(value - wanted) <= TOLERANCE;
const textAt = (profile: Buffer, at: number): string => profile.toString('latin1', at, at + 4);
