/** Decodes our own rendition into RGB pixels. */
import { readFile } from 'node:fs/promises';
import sharp from 'sharp';
import { FaceEngineError } from '../errors.ts';
import { decoding } from '../parameters/rendition-decoding.ts';
import type { RgbImage } from './image.ts';

/**
 * Throws FaceEngineError `image_unreadable` (permanent) where the bytes are no picture, or too large a one, and
 * `engine_failed` where the file cannot be read: it may be there under another name by now, or the disk be back.
 */
export async function decodeRendition(file: string | Uint8Array): Promise<RgbImage> {
  const bytes = typeof file === 'string' ? await read(file) : file;
  try {
    const { data, info } = await sharp(bytes, {
      limitInputPixels: decoding.renditionMaxPixels.value,
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

async function read(path: string): Promise<Uint8Array> {
  try {
    return await readFile(path);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new FaceEngineError('engine_failed', `the file cannot be read (${code})`);
  }
}
