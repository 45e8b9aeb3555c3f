import sharp from 'sharp';
import type { Box } from '../types.ts';
import { RENDITION_JPEG } from './jpeg-quality.ts';

/** Margin around the face, as a share of its longer side: enough for a detector to find the face again. */
const MARGIN = 0.5;

/**
 * A small JPEG of one face without anything of the file but pixels.
 * @param path an upright JPEG of ours, never an upload
 * @param longSide in pixels, at most
 */
export async function cutOutFace(path: string, { x, y, w, h }: Box, longSide: number): Promise<Buffer> {
  const { width, height } = await sharp(path).metadata();
  const side = Math.max(w * width, h * height) * (1 + 2 * MARGIN);
  const left = Math.max(0, Math.round((x + w / 2) * width - side / 2));
  const top = Math.max(0, Math.round((y + h / 2) * height - side / 2));
  return sharp(path)
    .extract({
      left,
      top,
      width: Math.max(1, Math.min(width - left, Math.round(side))),
      height: Math.max(1, Math.min(height - top, Math.round(side))),
    })
    .resize(longSide, longSide, { fit: 'inside', withoutEnlargement: true })
    .jpeg({ ...RENDITION_JPEG.options, quality: RENDITION_JPEG.quality })
    .toBuffer();
}
