import { createInflate, deflateSync } from 'node:zlib';
import sharp from 'sharp';
import { chunksOf } from './metadata-blocks.ts';
import { type OpenedImage, openImage } from './open-image.ts';
import { sniffImage } from './sniff.ts';
import { pngChunk, pngPictureOnly } from './strip-png.ts';
import { type Damage, type ImageMime, ImagingError, MustBeDecodedAlone } from './types.ts';

/** Pictures of which a larger share is missing are refused. */
const MOST_MISSING = 0.5;
/** Less than this share is no more than the rim: a photo without its last two bytes is whole. */
const LEAST_MISSING = 0.001;
/** A PNG that has to be written anew is held in memory as a whole. */
const MOST_RAW_BYTES = 256 * 1024 * 1024;

interface Limits {
  maxPixels: number;
  /** See `openImage`. */
  maxPixelsUnlessAlone: number;
  /** Where the bytes lie. */
  file?: string;
}

/**
 * Opens a picture and works on it; what decoders object to is taken as browsers take it. Only then the file is looked at
 * again, for what its decoder had to make up.
 * @param work may be done twice: it must not have written anything when decoding fails
 * @throws ImagingError image_incomplete when more than half of the picture is missing; others as `openImage`
 */
export async function decodeForgiving<T>(
  bytes: Buffer,
  { maxPixels, maxPixelsUnlessAlone, file }: Limits,
  work: (opened: OpenedImage) => Promise<T>,
): Promise<{ result: T; damage: Damage | null }> {
  const open = (from: Buffer, isStrict: boolean) =>
    openImage(from, maxPixels, { maxPixelsUnlessAlone, file: from === bytes ? file : undefined, isStrict });
  let opened: OpenedImage | undefined;
  try {
    opened = await open(bytes, true);
    if (opened.mime === 'image/jpeg' && holdsEmptyRun(bytes)) await readWhole(bytes);
    return { result: await work(opened), damage: null };
  } catch (error) {
    const isOurs = (error as NodeJS.ErrnoException).code?.startsWith('E');
    if (isOurs || error instanceof ImagingError || error instanceof MustBeDecodedAlone || bytes.length === 0)
      throw error;
    const found = await assess(bytes, opened?.mime ?? sniffImage(bytes), error as Error);
    if (!found) throw error;
    const { missing, kind, repaired } = found;
    if (missing > MOST_MISSING) throw ImagingError.incomplete(missing);
    const result = await work(await open(repaired, false));
    return { result, damage: kind ?? (missing > LEAST_MISSING ? 'incomplete' : null) };
  }
}

interface Assessment {
  /** Share of the picture, 0..1. */
  missing: number;
  /** Undefined: nothing but what is missing, if anything is. */
  kind?: Damage | undefined;
  /** A file that decoders take. */
  repaired: Buffer;
}

/** Undefined: nothing of it can be shown. */
async function assess(
  bytes: Buffer,
  mime: ImageMime | undefined,
  error: Error,
): Promise<Assessment | undefined> {
  if (mime === 'image/jpeg') return assessJpeg(bytes, error);
  if (mime === 'image/png') return assessPng(bytes);
  if (mime === 'image/gif') return assessGif(bytes, error);
  if (mime === 'image/webp') return assessWebp(bytes);
  return undefined;
}

/**
 * What is missing of a JPEG its decoder fills with middle grey; of a progressive one the first scan shows all of the picture, and
 * the later ones add what is fine. Where nothing but the end is missing, it is enough to write one.
 */
async function assessJpeg(bytes: Buffer, { message }: Error): Promise<Assessment> {
  if (showsSquaresOnly(bytes)) return { missing: 1, repaired: bytes };
  if (/premature end of JPEG image/i.test(message)) {
    const repaired = Buffer.concat([bytes, JPEG_END]);
    const isWhole = await readWhole(repaired).then(
      () => true,
      () => false,
    );
    if (isWhole) return { missing: 0, repaired };
    return { missing: await shareOf(repaired, isGrey, 'at the end'), kind: 'incomplete', repaired };
  }
  // Bytes between segments harm nothing; other warnings are about what a photo does not need.
  if (!/Corrupt JPEG data/i.test(message) || /extraneous bytes/i.test(message))
    return { missing: 0, repaired: bytes };
  return { missing: await shareOf(bytes, isGrey, 'anywhere'), kind: 'damaged', repaired: bytes };
}

const PROGRESSIVE = 0xc2;
const SCAN = 0xda;
/** What may follow 0xff within the data of a scan: a stuffed zero, restarts, fill bytes. */
const isInScan = (code: number) => code === 0 || (code >= 0xd0 && code <= 0xd7) || code === 0xff;

/**
 * Whether a progressive JPEG that was cut shows no more than the mean of each square of eight pixels a side: the first of its
 * scans that says more about the brightness is not there as a whole (ITU-T T.81, G.1). A baseline JPEG cut there has lost most
 * of its rows.
 */
function showsSquaresOnly(bytes: Buffer): boolean {
  let luma: number | undefined;
  let isInDetail = false;
  for (let at = 2; at + 2 <= bytes.length; ) {
    const code = bytes[at + 1] ?? 0;
    if (bytes[at] !== 0xff || isInScan(code)) {
      const next = bytes.indexOf(0xff, bytes[at] === 0xff ? at + 1 : at);
      at = next < 0 ? bytes.length : next;
      continue;
    }
    // The marker behind a scan says that it is whole.
    if (isInDetail) return false;
    if (at + 4 > bytes.length) break;
    const end = at + 2 + bytes.readUInt16BE(at + 2);
    if (code >= 0xc0 && code <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(code)) {
      if (code !== PROGRESSIVE) return false;
      luma = bytes[at + 10];
    }
    if (code === SCAN) isInDetail = bytes[at + 5] === luma && (bytes[end - 3] ?? 0) > 0;
    at = end;
  }
  return luma !== undefined;
}

async function assessGif(bytes: Buffer, { message }: Error): Promise<Assessment> {
  const missing = await shareOf(bytes, isEmpty, 'at the end');
  return { missing, kind: /Unexpected end/i.test(message) ? undefined : 'damaged', repaired: bytes };
}

const isGrey = (pixel: Buffer) => pixel[0] === 128 && pixel[1] === 128 && pixel[2] === 128;
/** Transparent, or black where the picture has no transparency. */
const isEmpty = (pixel: Buffer) =>
  pixel.length === 4 ? pixel[3] === 0 : pixel[0] === 0 && pixel[1] === 0 && pixel[2] === 0;

const JPEG_END = Buffer.from([0xff, 0xd9]);
const START_OF_SCAN = Buffer.from([0xff, 0xda]);
const EMPTY_RUN = Buffer.alloc(64);
/** Squares of a JPEG have 8 pixels a side, so that an eighth shows each once. */
const PART = 8;

/** Whether a JPEG has a run of zeros, as lost sectors of a card are read. Compressed data seldom has one. */
const holdsEmptyRun = (bytes: Buffer): boolean =>
  bytes.includes(EMPTY_RUN, Math.max(bytes.lastIndexOf(START_OF_SCAN), 0));

/**
 * Reads a JPEG at its full size, a few columns of which are kept. At a part of its size the library does not hear of data that end in
 * the last rows, as they do where others in the middle made no sense.
 * @throws Error what the decoder objects to
 */
async function readWhole(bytes: Buffer): Promise<void> {
  const input = sharp(bytes, { failOn: 'warning', sequentialRead: true, ignoreIcc: true });
  const { height } = await input.metadata();
  await input.extract({ left: 0, top: 0, width: 1, height }).raw().toBuffer();
}

/** The share of pixels of such a colour. */
async function shareOf(
  bytes: Buffer,
  is: (pixel: Buffer) => boolean,
  where: 'anywhere' | 'at the end',
): Promise<number> {
  const input = sharp(bytes, { failOn: 'none', sequentialRead: true, ignoreIcc: true, pages: 1 });
  const { width, height } = await input.metadata();
  const { data, info } = await input
    .resize(Math.ceil(width / PART), Math.ceil(height / PART), { fit: 'fill', kernel: 'nearest' })
    .raw()
    .toBuffer({ resolveWithObject: true });
  const total = info.width * info.height;
  let count = 0;
  for (let at = total - 1; at >= 0; at -= 1) {
    if (is(data.subarray(at * info.channels, (at + 1) * info.channels))) count += 1;
    else if (where === 'at the end') break;
  }
  return count / total;
}

/** Samples of a pixel, by PNG's type of colour. */
const SAMPLES: Record<number, number> = { 0: 1, 2: 3, 3: 1, 4: 2, 6: 4 };
/** Where the seven passes of an interlaced PNG begin, and how far apart their pixels are: x, y, dx, dy. */
const PASSES = [
  [0, 0, 8, 8],
  [4, 0, 8, 8],
  [0, 4, 4, 8],
  [2, 0, 4, 4],
  [0, 2, 2, 4],
  [1, 0, 2, 2],
  [0, 1, 1, 2],
] as const;

/** Unpacks as much of a PNG as there is, and packs it again with nothing in the place of the rest. */
async function assessPng(bytes: Buffer): Promise<Assessment | undefined> {
  const kept: Buffer[] = [];
  const packed: Buffer[] = [];
  let expected = 0;
  let header = bytes.subarray(0, 8);
  for (const { name, data } of chunksOf(pngPictureOnly(bytes), { start: 8, isBigEndian: true })) {
    if (name === 'IHDR' && data.length >= 13) {
      header = Buffer.concat([header, pngChunk(name, data)]);
      expected = rawBytesOf(data);
    } else if (name === 'IDAT') packed.push(data);
    else if (name !== 'IEND') kept.push(pngChunk(name, data));
  }
  if (!(expected > 0 && expected <= MOST_RAW_BYTES)) return undefined;
  const { raw, isFaulty } = await unpack(packed, expected);
  const missing = 1 - raw.length / expected;
  const whole = Buffer.concat([raw, Buffer.alloc(expected - raw.length)]);
  const repaired = Buffer.concat([
    header,
    ...kept,
    pngChunk('IDAT', deflateSync(whole, { level: 1 })),
    pngChunk('IEND', Buffer.alloc(0)),
  ]);
  return { missing, kind: isFaulty ? 'damaged' : undefined, repaired };
}

function rawBytesOf(header: Buffer): number {
  const [width, height] = [header.readUInt32BE(0), header.readUInt32BE(4)];
  const bits = (header[8] ?? 0) * (SAMPLES[header[9] ?? -1] ?? Number.NaN);
  const rows = (columns: number, lines: number) =>
    columns > 0 && lines > 0 ? lines * (1 + Math.ceil((columns * bits) / 8)) : 0;
  if (header[12] !== 1) return rows(width, height);
  return PASSES.reduce(
    (sum, [x, y, dx, dy]) => sum + rows(Math.ceil((width - x) / dx), Math.ceil((height - y) / dy)),
    0,
  );
}

/** What comes out before the data ends or makes no sense. */
function unpack(packed: readonly Buffer[], most: number): Promise<{ raw: Buffer; isFaulty: boolean }> {
  const inflate = createInflate();
  const parts: Buffer[] = [];
  let length = 0;
  return new Promise((resolve) => {
    const end = (isFaulty: boolean) => {
      inflate.destroy();
      resolve({ raw: Buffer.concat(parts).subarray(0, most), isFaulty });
    };
    inflate.on('data', (part: Buffer) => {
      parts.push(part);
      length += part.length;
      if (length > most) end(true);
    });
    inflate.on('end', () => end(false));
    inflate.on('error', ({ code }: NodeJS.ErrnoException) => end(code !== 'Z_BUF_ERROR'));
    inflate.end(Buffer.concat(packed));
  });
}

const RIFF_HEAD = 8;

/** A WebP file says how long it is; the decoder takes zeros for the rest. */
function assessWebp(bytes: Buffer): Assessment | undefined {
  const length = bytes.length >= RIFF_HEAD ? bytes.readUInt32LE(4) + RIFF_HEAD : 0;
  if (length <= bytes.length) return undefined;
  const missing = 1 - bytes.length / length;
  if (missing > MOST_MISSING) return { missing, repaired: bytes };
  return { missing, repaired: Buffer.concat([bytes, Buffer.alloc(length - bytes.length)]) };
}
