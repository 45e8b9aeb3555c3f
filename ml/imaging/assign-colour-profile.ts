import { deflateSync } from 'node:zlib';
import sharp, { type Sharp } from 'sharp';
import { AFTER_HEADER, pngChunk } from './strip-png.ts';

export interface RawPixels {
  data: Buffer;
  width: number;
  height: number;
  channels: 1 | 2 | 3 | 4;
}

/** Raw pixels as a pipeline. */
export function fromRaw({ data, width, height, channels }: RawPixels): Sharp {
  return sharp(data, { raw: { width, height, channels } });
}

/**
 * Raw pixels as a pipeline that knows their colour profile and so converts them to sRGB. sharp takes profiles only from
 * files, so the pixels go through an uncompressed PNG in memory.
 */
export async function assignProfile(pixels: RawPixels, profile: Buffer): Promise<Sharp> {
  const png = await fromRaw(pixels).png({ compressionLevel: 0 }).toBuffer();
  const chunk = pngChunk('iCCP', Buffer.concat([Buffer.from('icc\0\0', 'latin1'), deflateSync(profile)]));
  return sharp(Buffer.concat([png.subarray(0, AFTER_HEADER), chunk, png.subarray(AFTER_HEADER)]));
}
