/**
 * ICC profiles for colours that a file names otherwise: by numbers (nclx of HEIC, cICP of PNG), by Exif, by chunks of PNG.
 * Layout: ICC.1:2022. Chromaticities and curves: ITU-R BT.709, BT.2020, BT.2100, SMPTE EG 432-1, Adobe RGB (1998); their numbers:
 * ITU-T H.273.
 */

type Point = readonly [x: number, y: number];
export interface Primaries {
  red: Point;
  green: Point;
  blue: Point;
  white: Point;
}
/** Light of a value, both 0..1. */
type Curve = (value: number) => number;

const D65: Point = [0.3127, 0.329];
/** Of the connection space, as ICC rounds it. */
const D50 = [0.9642, 1, 0.8249] as const;
const SRGB: Primaries = { red: [0.64, 0.33], green: [0.3, 0.6], blue: [0.15, 0.06], white: D65 };
const P3: Primaries = { red: [0.68, 0.32], green: [0.265, 0.69], blue: [0.15, 0.06], white: D65 };
const BT2020: Primaries = { red: [0.708, 0.292], green: [0.17, 0.797], blue: [0.131, 0.046], white: D65 };
const ADOBE: Primaries = { red: [0.64, 0.33], green: [0.21, 0.71], blue: [0.15, 0.06], white: D65 };

const srgbCurve: Curve = (v) => (v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4);
const gamma =
  (power: number): Curve =>
  (v) =>
    v ** power;

/** The white of text and paper in cd/m² (ITU-R BT.2408). */
const PAPER_WHITE = 203;
/** Up to this share of it light stays as it is; what is brighter comes ever closer to 1. */
const KNEE = 0.7;
const toneMapped = (light: number): number =>
  light <= KNEE ? light : 1 - (1 - KNEE) * Math.exp(-(light - KNEE) / (1 - KNEE));
const pqCurve: Curve = (v) => {
  const [m1, m2, c1, c2, c3] = [0.1593017578125, 78.84375, 0.8359375, 18.8515625, 18.6875];
  const power = v ** (1 / m2);
  const nits = 10_000 * (Math.max(power - c1, 0) / (c2 - c3 * power)) ** (1 / m1);
  return toneMapped(nits / PAPER_WHITE);
};
const hlgCurve: Curve = (v) => {
  const [a, b, c] = [0.17883277, 0.28466892, 0.55991073];
  const scene = v <= 0.5 ? v ** 2 / 3 : (Math.exp((v - c) / a) + b) / 12;
  return toneMapped((1_000 * scene ** 1.2) / PAPER_WHITE);
};

const PRIMARIES: Record<number, Primaries> = { 1: SRGB, 9: BT2020, 11: P3, 12: P3 };
/** Programs write the curves of television where they mean that of screens, and browsers take them for sRGB. */
const CURVES: Record<number, Curve> = {
  1: srgbCurve,
  4: gamma(2.2),
  6: srgbCurve,
  8: gamma(1),
  13: srgbCurve,
  14: srgbCurve,
  15: srgbCurve,
  16: pqCurve,
  18: hlgCurve,
};

/** @returns undefined for sRGB, and for numbers that say nothing */
export function profileOfNumbers(primaries: number, transfer: number): Buffer | undefined {
  const [colours, curve] = [PRIMARIES[primaries], CURVES[transfer]];
  if (!colours || !curve || (colours === SRGB && curve === srgbCurve)) return undefined;
  return profileOf(colours, curve);
}

/** Adobe RGB (1998), whose gamma is 563/256. */
export const adobeRgbProfile = (): Buffer => profileOf(ADOBE, gamma(563 / 256));

/** Less is no difference that anybody sees. */
const SAME_GAMMA = 0.03;
const SAME_POINT = 0.002;

/**
 * Of what chunks of a PNG say (PNG, third edition, 11.3.2).
 * @param power of light to value, as gAMA has it: 1/2.2 for most
 * @returns undefined where it means sRGB
 */
export function profileOfChromaticities(primaries: Primaries | undefined, power: number): Buffer | undefined {
  if (!(power > 0.1 && power < 10)) return undefined;
  const colours = primaries ?? SRGB;
  const isSrgb = (['red', 'green', 'blue', 'white'] as const).every((name) =>
    colours[name].every((value, i) => Math.abs(value - SRGB[name][i]!) <= SAME_POINT),
  );
  if (isSrgb && Math.abs(power - 1 / 2.2) <= SAME_GAMMA) return undefined;
  const isPossible = adaptedColumns(colours)
    .flat()
    .every((value) => Math.abs(value) < 10);
  return isPossible ? profileOf(colours, gamma(1 / power)) : undefined;
}

const HEADER_BYTES = 128;
const TAGS = ['desc', 'cprt', 'wtpt', 'rXYZ', 'gXYZ', 'bXYZ', 'rTRC', 'gTRC', 'bTRC'];
const AFTER_TAGS = HEADER_BYTES + 4 + 12 * TAGS.length;
const POINTS = 1024;

function profileOf(primaries: Primaries, curve: Curve): Buffer {
  const [red, green, blue] = adaptedColumns(primaries);
  const points = Buffer.alloc(12 + 2 * POINTS);
  points.write('curv', 'latin1');
  points.writeUInt32BE(POINTS, 8);
  for (let i = 0; i < POINTS; i += 1)
    points.writeUInt16BE(Math.round(0xffff * Math.min(1, Math.max(0, curve(i / (POINTS - 1))))), 12 + 2 * i);
  const texts = [textOf('Clublens'), textOf('')];
  const values = [...texts, xyz(D50), xyz(red), xyz(green), xyz(blue), points];
  const directory = Buffer.alloc(4 + 12 * TAGS.length);
  directory.writeUInt32BE(TAGS.length);
  let at = AFTER_TAGS;
  const starts = values.map((value) => {
    const start = at;
    at += value.length;
    return start;
  });
  for (const [i, tag] of TAGS.entries()) {
    const which = Math.min(i, values.length - 1);
    directory.write(tag, 4 + 12 * i, 'latin1');
    directory.writeUInt32BE(starts[which]!, 8 + 12 * i);
    directory.writeUInt32BE(values[which]!.length, 12 + 12 * i);
  }
  const header = Buffer.alloc(HEADER_BYTES);
  header.writeUInt32BE(at);
  header.writeUInt32BE(0x04400000, 8);
  header.write('mntrRGB XYZ ', 12, 'latin1');
  header.writeUInt16BE(2020, 24);
  header.writeUInt16BE(1, 26);
  header.writeUInt16BE(1, 28);
  header.write('acsp', 36, 'latin1');
  xyz(D50).copy(header, 68, 8);
  return Buffer.concat([header, directory, ...values]);
}

function xyz(values: readonly number[]): Buffer {
  const tag = Buffer.alloc(20);
  tag.write('XYZ ', 'latin1');
  for (const [i, value] of values.entries()) tag.writeInt32BE(Math.round(value * 65_536), 8 + 4 * i);
  return tag;
}

function textOf(text: string): Buffer {
  const tag = Buffer.alloc(28 + 2 * text.length + ((2 * text.length) % 4));
  tag.write('mluc', 'latin1');
  tag.writeUInt32BE(1, 8);
  tag.writeUInt32BE(12, 12);
  tag.write('enUS', 16, 'latin1');
  tag.writeUInt32BE(2 * text.length, 20);
  tag.writeUInt32BE(28, 24);
  tag.write(Buffer.from(text, 'utf16le').swap16().toString('latin1'), 28, 'latin1');
  return tag;
}

type Vector = [number, number, number];
type Matrix = [Vector, Vector, Vector];

/** Red, green and blue in XYZ, adapted to D50 (Bradford, ICC.1 Annex E). */
function adaptedColumns({ red, green, blue, white }: Primaries): Matrix {
  const [r, g, b, w] = [red, green, blue, white].map(([x, y]): Vector => [x / y, 1, (1 - x - y) / y]) as [
    Vector,
    Vector,
    Vector,
    Vector,
  ];
  const columns = transposed([r, g, b]);
  const scale = times(inverse(columns), w);
  const adapt = adaptation(w);
  return [r, g, b].map((colour, i) => times(adapt, colour.map((v) => v * scale[i]!) as Vector)) as Matrix;
}

const BRADFORD: Matrix = [
  [0.8951, 0.2664, -0.1614],
  [-0.7502, 1.7135, 0.0367],
  [0.0389, -0.0685, 1.0296],
];

function adaptation(white: Vector): Matrix {
  const [from, to] = [times(BRADFORD, white), times(BRADFORD, [...D50])];
  const scaled = BRADFORD.map((row, i) => row.map((v) => (v * to[i]!) / from[i]!)) as Matrix;
  const back = inverse(BRADFORD);
  return back.map((row) =>
    [0, 1, 2].map((column) => row.reduce((sum, v, k) => sum + v * scaled[k]![column]!, 0)),
  ) as Matrix;
}

const times = (matrix: Matrix, vector: Vector): Vector =>
  matrix.map((row) => row.reduce((sum, v, i) => sum + v * vector[i]!, 0)) as Vector;
const transposed = (matrix: Matrix): Matrix =>
  [0, 1, 2].map((column) => matrix.map((row) => row[column]!)) as Matrix;

function inverse([a, b, c]: Matrix): Matrix {
  const cross = (u: Vector, v: Vector): Vector => [
    u[1] * v[2] - u[2] * v[1],
    u[2] * v[0] - u[0] * v[2],
    u[0] * v[1] - u[1] * v[0],
  ];
  const columns = [cross(b, c), cross(c, a), cross(a, b)];
  const determinant = columns[0]!.reduce((sum, v, i) => sum + v * a[i]!, 0);
  return transposed(columns.map((column) => column.map((v) => v / determinant)) as Matrix);
}
