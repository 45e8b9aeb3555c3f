import sharp, { type Metadata, type Sharp, type SharpOptions } from 'sharp';
import { decodeHeif } from './heif.ts';
import { isRgbProfile, isSrgbProfile } from './is-srgb-profile.ts';
import { readOrientation } from './kept-orientation.ts';
import { type MetadataBlocks, metadataBlocks } from './metadata-blocks.ts';
import { profileOfNames } from './named-colours.ts';
import { sniffImage } from './sniff.ts';
import { withOrientation } from './strip-jpeg.ts';
import { pngPictureOnly } from './strip-png.ts';
import { webpPictureOnly } from './strip-webp.ts';
import { type ImageMime, ImagingError, MustBeDecodedAlone } from './types.ts';

const CHANNELS_MOST = 5;

// One picture at a time per process, and only the four loaders we mean: no SVG, TIFF, PDF or AVIF behind a wrong name.
sharp.cache(false);
sharp.concurrency(1);
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({
  operation: [
    'VipsForeignLoadJpegBuffer',
    'VipsForeignLoadJpegFile',
    'VipsForeignLoadPngBuffer',
    'VipsForeignLoadWebpBuffer',
    'VipsForeignLoadNsgifBuffer',
  ],
});

/** A decoded or about to be decoded picture whose output is upright. */
export interface OpenedImage {
  mime: ImageMime;
  /** Upright size in pixels. */
  width: number;
  height: number;
  /** Upright; nothing has been asked of it yet. */
  pipeline: Sharp;
  /** The same at a half, a quarter or an eighth, which JPEG decodes faster; undefined for other types. */
  shrunkPipeline?: ((by: 2 | 4 | 8) => Sharp) | undefined;
  /** A profile the pixels are in and the pipeline does not know of; undefined when it converts by itself. */
  profile?: Buffer | undefined;
  /** What the camera and programs say of it. */
  blocks: MetadataBlocks;
}

interface OpenOptions {
  /** See `MAX_PIXELS_UNLESS_ALONE`; a larger picture that has to be in memory as a whole is refused. */
  maxPixelsUnlessAlone?: number;
  /** Where the bytes lie; needed for JPEG to be decoded at a half, a quarter or an eighth. */
  file?: string | undefined;
  /** Whether decoding fails where something has to be made up; see damage.ts. */
  isStrict?: boolean;
}

/**
 * Opens the bytes of an uploaded file, refusing what is not one of the six types or has too many pixels.
 * @throws ImagingError, or MustBeDecodedAlone for a picture beyond `maxPixelsUnlessAlone`
 */
export async function openImage(
  bytes: Buffer,
  maxPixels: number,
  { maxPixelsUnlessAlone = Number.POSITIVE_INFINITY, file, isStrict = false }: OpenOptions = {},
): Promise<OpenedImage> {
  const mime = sniffImage(bytes);
  if (!mime) throw new ImagingError('image_type_not_accepted', 'not JPEG, PNG, GIF, WebP, HEIC or HEIF');
  if (mime === 'image/heic' || mime === 'image/heif')
    return { mime, ...(await decodeHeif(bytes, maxPixels, maxPixelsUnlessAlone)) };

  const input = mime === 'image/png' ? pngPictureOnly(bytes) : bytes;
  const options: SharpOptions = {
    // The check below gives the better error; this limit holds for what it overlooks.
    limitInputPixels: maxPixels,
    limitInputChannels: CHANNELS_MOST,
    // Of JPEG the decoder calls damage a warning.
    failOn: isStrict ? (mime === 'image/jpeg' ? 'warning' : 'error') : 'none',
    sequentialRead: true,
    animated: false,
    pages: 1,
  };
  const metadata = await sharp(input, { ...options, limitInputPixels: false }).metadata();
  const blocks = metadataBlocks(bytes, mime);
  const orientation = readOrientation(blocks.tiff);
  // The library misses some blocks. That of PNG was written anew above.
  const isMissed =
    (mime === 'image/jpeg' || mime === 'image/webp') && orientation !== (metadata.orientation ?? 1);
  const { width, height } = isMissed ? uprightSize(metadata, orientation) : metadata.autoOrient;
  if (width * height > maxPixels) throw tooManyPixels(width, height);
  // Baseline JPEG and plain PNG are decoded line by line, whatever their size.
  const isWhole = metadata.isProgressive || mime === 'image/webp' || mime === 'image/gif';
  if (isWhole && width * height > maxPixelsUnlessAlone) throw new MustBeDecodedAlone();
  const profile = await profileOfNames(bytes, mime, metadata, blocks.tiff);
  const upright = uprightBy(options, profile ? 'none' : conversionOf(metadata));
  const pipeline = upright(isMissed ? turnedBy(orientation, bytes, mime) : input);
  if (mime !== 'image/jpeg' || !file || isMissed) return { mime, width, height, blocks, pipeline, profile };
  // sharp lets the JPEG decoder shrink by 2 only where the target is smaller than a third of the original, and by 4 only
  // below a fifth. Written behind the file's name, the option reaches the decoder of libvips whatever the target.
  const shrunkPipeline = (by: 2 | 4 | 8) => upright(`${file}[shrink=${by}]`);
  return { mime, width, height, blocks, pipeline, shrunkPipeline, profile };
}

/** The same file with an orientation that the library reads. */
const turnedBy = (orientation: number, bytes: Buffer, mime: ImageMime): Buffer =>
  mime === 'image/webp' ? webpPictureOnly(bytes) : withOrientation(bytes, orientation);

/** Orientations from 5 on lie on their side. */
const uprightSize = ({ width, height }: Metadata, orientation: number) =>
  orientation < 5 ? { width, height } : { width: height, height: width };

type Conversion = 'none' | 'first' | 'last';

/** Begins pipelines whose output is upright and in sRGB. */
function uprightBy(options: SharpOptions, conversion: Conversion): (from: Buffer | string) => Sharp {
  const own = { ...options, ignoreIcc: conversion !== 'first' };
  return (from) => {
    const pipeline = sharp(from, own).autoOrient();
    return conversion === 'last' ? pipeline.withIccProfile('srgb', { attach: false }) : pipeline;
  };
}

/**
 * Where in a pipeline the colours become sRGB. Converted last, after they were reduced, are 8-bit pixels of red, green and
 * blue: there are fewer of them by then. All others are converted first, CMYK for one.
 */
function conversionOf({ icc, space, channels, depth }: Metadata): Conversion {
  if (isSrgbProfile(icc)) return 'none';
  return isRgbProfile(icc) && space === 'srgb' && channels === 3 && depth === 'uchar' ? 'last' : 'first';
}

function tooManyPixels(width: number, height: number): ImagingError {
  return new ImagingError('image_too_large', `${width} x ${height} pixels`);
}
