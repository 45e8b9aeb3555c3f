/** Station 1: our own rendition becomes pixels. */
import sharp from 'sharp';
import { FaceEngineError } from '../errors.ts';
import { decoding } from '../parameters.ts';
import type { RgbImage } from './image.ts';

/** Throws FaceEngineError `image_unreadable` (permanent) where the file is no picture, or too large a one. */
export async function decode(file: string | Uint8Array): Promise<RgbImage> {
  try {
    const { data, info } = await sharp(file, {
      limitInputPixels: decoding.maxPixels.value,
      failOn: 'error',
      sequentialRead: true,
    })
      .autoOrient()
      .toColourspace('srgb')
      .flatten({ background: '#000' })
      .raw()
      .toBuffer({ resolveWithObject: true });
    if (info.channels !== 3) throw new Error(`${info.channels} channels`);
    return {
      data: new Uint8Array(data.buffer, data.byteOffset, data.length),
      widthPx: info.width,
      heightPx: info.height,
    };
  } catch (error) {
    throw new FaceEngineError('image_unreadable', 'the image cannot be decoded', { cause: error });
  }
}
