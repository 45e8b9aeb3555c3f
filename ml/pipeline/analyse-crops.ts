/** The second half of the pipeline for faces whose pixels come from the original. */
import { open } from 'node:fs/promises';
import { FaceEngineError } from '../errors.ts';
import { originalCrop } from '../parameters/original-crop.ts';
import type { AnalysedFace, Box, CropFile, PixelSize } from '../types.ts';
import { describeFaces, type FoundFace, type Models } from './describe-faces.ts';
import type { Detection } from './image.ts';

const CHANNELS = 3;

/**
 * The part of the original that a face is cut from: a square around its box, which is in pixels of the rendition; as
 * fractions (0..1).
 */
export function regionOf({ box }: Detection, { widthPx, heightPx }: PixelSize): Box {
  const side = originalCrop.regionSide.value * Math.max(box.w, box.h);
  return {
    x: (box.x + box.w / 2 - side / 2) / widthPx,
    y: (box.y + box.h / 2 - side / 2) / heightPx,
    w: side / widthPx,
    h: side / heightPx,
  };
}

/**
 * Describes each face by its crop.
 * @param found in pixels of the rendition, as many as crops
 */
export async function analyseCrops(
  models: Models,
  found: readonly Detection[],
  rendition: PixelSize,
  { path, widthPx, heightPx, crops }: CropFile,
): Promise<AnalysedFace[]> {
  const sx = widthPx / rendition.widthPx;
  const sy = heightPx / rendition.heightPx;
  const parts: FoundFace[] = [];
  const file = await open(path);
  try {
    for (const [i, { box, points, ...rest }] of found.entries()) {
      const crop = crops[i]!;
      const { left, top } = crop;
      const data = new Uint8Array(CHANNELS * crop.widthPx * crop.heightPx);
      const { bytesRead } = await file.read(data, 0, data.length, crop.start);
      if (bytesRead < data.length) throw new FaceEngineError('engine_failed', 'a file of crops is too short');
      parts.push({
        image: { data, widthPx: crop.widthPx, heightPx: crop.heightPx },
        frame: { left, top, widthPx, heightPx },
        detection: {
          ...rest,
          box: { x: box.x * sx - left, y: box.y * sy - top, w: box.w * sx, h: box.h * sy },
          points: points.map((value, k) => (k % 2 === 0 ? value * sx - left : value * sy - top)),
        },
      });
    }
  } finally {
    await file.close();
  }
  return (await describeFaces(models, parts)).faces;
}
