/** The three sizes in which every photo is shown, made from one decoding, as the server's imaging does. */
import { readFile } from 'node:fs/promises';
import sharp from 'sharp';
import { decodePixels } from '../../imaging/decode-pixels.ts';
import { openImage } from '../../imaging/decoder.ts';
import { JPEG } from '../../imaging/jpeg-quality.ts';
import { LARGE } from '../rendition.ts';

const MOST_PIXELS = 1e9;
const MEDIUM_PX = 800;
const SMALL_PX = 320;

/** The original at the large rendition's size, as pixels. */
export async function decodeLarge(file: string) {
  const opened = await openImage(await readFile(file), MOST_PIXELS, MOST_PIXELS, file);
  const { data, ...raw } = await decodePixels(opened, LARGE.sidePx);
  return { data, raw };
}

/** Large, medium and small, the last two from the next larger; answers the large one. */
export async function renditions(file: string): Promise<Buffer> {
  const { data, raw } = await decodeLarge(file);
  const large = await sharp(data, { raw }).jpeg(LARGE.jpeg).toBuffer();
  const medium = await sharp(data, { raw }).resize(MEDIUM_PX).raw().toBuffer({ resolveWithObject: true });
  const { width, height, channels } = medium.info;
  const smaller = { raw: { width, height, channels } };
  const jpeg = { ...JPEG.options, quality: JPEG.quality };
  await sharp(medium.data, smaller).jpeg(jpeg).toBuffer();
  await sharp(medium.data, smaller).resize(SMALL_PX).jpeg(jpeg).toBuffer();
  return large;
}
