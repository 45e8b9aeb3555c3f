import { readFile, writeFile } from 'node:fs/promises';
import { assignProfile } from './assign-colour-profile.ts';
import { adobeRgbProfile } from './colour-profile.ts';
import { decodeForgiving } from './damage.ts';
import { COPY_JPEG_QUALITY } from './jpeg-quality.ts';
import { readOrientation } from './kept-orientation.ts';
import { jpegApplicationSegments, metadataBlocks } from './metadata-blocks.ts';
import { saysAdobeRgb } from './named-colours.ts';
import type { OpenedImage } from './open-image.ts';
import { jpegStart } from './outgoing-metadata.ts';
import { sniffImage } from './sniff.ts';
import { gifPictureOnly } from './strip-gif.ts';
import { jpegPictureOnly, jpegProfile, PROFILE_NAME } from './strip-jpeg.ts';
import { pngPictureOnly } from './strip-png.ts';
import { webpPictureOnly } from './strip-webp.ts';
import {
  type ImageMime,
  ImagingError,
  type OutgoingMetadata,
  type StrippedImage,
  type StripTask,
} from './types.ts';

/**
 * Formats whose metadata can be cut out without touching the picture. What stays, by format: strip-jpeg.ts and its
 * neighbours.
 */
const LOSSLESS: Partial<Record<ImageMime, (bytes: Buffer, metadata: OutgoingMetadata) => Buffer>> = {
  'image/jpeg': jpegPictureOnly,
  'image/png': pngPictureOnly,
  'image/webp': webpPictureOnly,
  'image/gif': gifPictureOnly,
};

/**
 * Writes a copy of the picture that says no more than `metadata`: the rest is cut out where that is possible, else the picture is
 * encoded anew as JPEG. So is a WebP that has to be turned: browsers show it as it lies.
 */
export async function stripMetadata(
  { source, output, maxPixels, metadata }: StripTask,
  maxPixelsUnlessAlone = Number.POSITIVE_INFINITY,
): Promise<StrippedImage> {
  const bytes = await readFile(source);
  const mime = sniffImage(bytes);
  if (!mime) throw new ImagingError('image_type_not_accepted', 'not JPEG, PNG, GIF, WebP, HEIC or HEIF');
  const lossless = await withNamedProfile(pictureOnly(bytes, mime, metadata), bytes, mime);
  await writeFile(
    output,
    lossless ?? withMetadata(await encodeAnew(bytes, maxPixels, maxPixelsUnlessAlone), metadata),
    {
      flag: 'wx',
      mode: 0o600,
    },
  );
  return { mime: lossless ? mime : 'image/jpeg' };
}

/** Of a JPEG that says nothing. */
export const withMetadata = (jpeg: Buffer, metadata: OutgoingMetadata): Buffer =>
  Buffer.concat([jpegStart(metadata), jpeg.subarray(2)]);

/** What Exif alone said of the colours is said by a profile, as browsers want it. */
async function withNamedProfile(copy: Buffer | undefined, bytes: Buffer, mime: ImageMime) {
  if (!copy || mime !== 'image/jpeg' || copy.includes(PROFILE_NAME)) return copy;
  if (!(await saysAdobeRgb(metadataBlocks(bytes, mime).tiff))) return copy;
  const at = [...jpegApplicationSegments(copy)].at(-1)?.end ?? 2;
  return Buffer.concat([copy.subarray(0, at), jpegProfile(adobeRgbProfile()), copy.subarray(at)]);
}

function pictureOnly(bytes: Buffer, mime: ImageMime, metadata: OutgoingMetadata): Buffer | undefined {
  if (mime === 'image/webp' && readOrientation(metadataBlocks(bytes, mime).tiff) !== 1) return undefined;
  try {
    return LOSSLESS[mime]?.(bytes, metadata);
  } catch (error) {
    // Odd structure that decoders forgive (bytes between segments, say): decode it and write it properly.
    if (error instanceof ImagingError || error instanceof RangeError) return undefined;
    throw error;
  }
}

async function encodeAnew(bytes: Buffer, maxPixels: number, maxPixelsUnlessAlone: number): Promise<Buffer> {
  const { result } = await decodeForgiving(bytes, { maxPixels, maxPixelsUnlessAlone }, encode);
  return result;
}

async function encode({ pipeline, profile }: OpenedImage): Promise<Buffer> {
  const jpeg = { quality: COPY_JPEG_QUALITY };
  if (!profile) return pipeline.flatten({ background: '#fff' }).jpeg(jpeg).toBuffer();
  const { data, info } = await pipeline.removeAlpha().raw().toBuffer({ resolveWithObject: true });
  const pixels = { data, width: info.width, height: info.height, channels: info.channels as 3 };
  return (await assignProfile(pixels, profile)).jpeg(jpeg).toBuffer();
}
