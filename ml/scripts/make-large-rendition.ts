import { randomUUID } from 'node:crypto';
import { rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import sharp from 'sharp';
import { RENDITION_JPEG } from '../imaging/jpeg-quality.ts';
import { defaultFaceLimits } from '../parameters/face-confidence-and-size-limits.ts';
import type { Analysis, FaceEngine } from '../types.ts';

/** The large rendition as the server makes it for every photo. */
export const LARGE = {
  sidePx: 1600,
  jpeg: { ...RENDITION_JPEG.options, quality: RENDITION_JPEG.largeQuality },
} as const;

/** The JPEG the engine would be given for this photo in life; `remove` it afterwards. */
export async function largeRendition(file: string): Promise<{ path: string; remove(): Promise<void> }> {
  const target = path.join(os.tmpdir(), `clublens-${randomUUID()}.jpg`);
  await sharp(file)
    .autoOrient()
    .resize(LARGE.sidePx, LARGE.sidePx, { fit: 'inside', withoutEnlargement: true })
    .jpeg(LARGE.jpeg)
    .toFile(target);
  return { path: target, remove: () => rm(target, { force: true }) };
}

/** What the engine says of a photo's rendition at the shipped limits, by the best models where none are named. */
export async function analyseFile(
  engine: FaceEngine,
  file: string,
  { detector, recogniser }: { detector?: string | undefined; recogniser?: string | undefined } = {},
): Promise<Analysis> {
  const rendition = await largeRendition(file);
  try {
    return await engine.analyse({
      path: rendition.path,
      detector: detector ?? engine.defaults.detector,
      recogniser: recogniser ?? engine.defaults.recogniser,
      minConfidence: defaultFaceLimits.minConfidence.value,
      minSizeRatio: defaultFaceLimits.minSizeRatio.value,
    });
  } finally {
    await rendition.remove();
  }
}
