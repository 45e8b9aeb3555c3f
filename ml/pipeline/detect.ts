/** Face detection by the detector in force; faces too small to be recorded are left out. */
import type { Model } from '../models/inference-session.ts';
import { detection } from '../parameters/detection.ts';
import type { PixelSize } from '../types.ts';
import { detectUltraface } from './detect-ultraface.ts';
import { detectYunet } from './detect-yunet.ts';
import type { Detection, RgbImage } from './image.ts';

/** The detectors there is code for. */
export const DETECTORS = ['yunet', 'ultraface'] as const;
type DetectorId = (typeof DETECTORS)[number];

/** A detector, and the landmark net beside it. */
export interface Detector {
  id: DetectorId;
  model: Model;
  landmarks: Model;
}

export interface DetectionLimits {
  minConfidence: number;
  minSizeRatio: number;
  /** Size of the picture that the image was reduced from; without it the image counts as the original. */
  original?: PixelSize | undefined;
}

/** How many pixels of the original lie along one pixel of the image, 1 at least. */
export const reductionOf = (image: PixelSize, original: PixelSize = image): number =>
  Math.max(1, Math.max(original.widthPx, original.heightPx) / Math.max(image.widthPx, image.heightPx));

/** Shorter side in pixels of the image below which a face is not wanted. */
export function smallestPx(image: PixelSize, { minSizeRatio, original }: DetectionLimits): number {
  const reduction = reductionOf(image, original);
  const sidePx = Math.min(image.widthPx, image.heightPx) * reduction;
  const wantedPx = minSizeRatio * Math.min(sidePx, detection.sizeRatioSidePx.value);
  return Math.max(wantedPx, detection.smallestFacePx.value) / reduction;
}

function run({ id, model }: Detector, image: RgbImage, wantedPx: number, minConfidence: number) {
  switch (id) {
    case 'yunet':
      return detectYunet(model, image, wantedPx, minConfidence);
    case 'ultraface':
      return detectUltraface(model, image, wantedPx, minConfidence);
  }
}

/** Faces in image pixels, surest first, with the detector's own points where it has any. */
export async function detect(
  detector: Detector,
  image: RgbImage,
  wanted: DetectionLimits,
): Promise<Detection[]> {
  const wantedPx = smallestPx(image, wanted);
  const found = await run(detector, image, wantedPx, wanted.minConfidence);
  return found.filter(({ box }) => Math.min(box.w, box.h) >= wantedPx);
}
