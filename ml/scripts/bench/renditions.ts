/** The three sizes in which every photo is shown, made from one decoding, as the server's imaging does. */
import sharp from 'sharp';
import { JPEG } from '../../imaging/jpeg-quality.ts';
import { LARGE } from '../rendition.ts';

const MEDIUM_PX = 800;
const SMALL_PX = 320;

/** The original at the large rendition's size, as pixels. */
export async function decodeLarge(file: string) {
  const { data, info } = await sharp(file)
    .autoOrient()
    .resize(LARGE.sidePx, LARGE.sidePx, { fit: 'inside', withoutEnlargement: true })
    .toColourspace('srgb')
    .raw()
    .toBuffer({ resolveWithObject: true });
  return { data, raw: { width: info.width, height: info.height, channels: info.channels } };
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
