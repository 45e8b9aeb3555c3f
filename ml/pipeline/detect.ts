/** Face detection by the detector in force; faces too small to be recorded are left out. */
import { detection } from '../parameters/detection.ts';
import type { Model } from '../sessions/session.ts';
import { detectSsd } from './detect-ssd.ts';
import { detectUltraface } from './detect-ultraface.ts';
import { detectYunet } from './detect-yunet.ts';
import type { Detection, RgbImage } from './image.ts';
import { placeLandmarks } from './landmarks.ts';

/** The detectors there is code for. */
export const DETECTORS = ['yunet', 'ultraface', 'ssd_mobilenetv1'] as const;
export type DetectorId = (typeof DETECTORS)[number];

/** A detector, and the landmark net beside it. */
export interface Detector {
  id: DetectorId;
  model: Model;
  landmarks: Model;
}

export interface Wanted {
  minConfidence: number;
  minSizeRatio: number;
}

/** Shorter side in pixels below which a face is not wanted. */
export const smallestPx = (image: RgbImage, { minSizeRatio }: Wanted): number =>
  Math.max(minSizeRatio * Math.min(image.widthPx, image.heightPx), detection.smallestFacePx.value);

/** The network's long side at which the smallest wanted face still has the pixels the detector needs. */
export function detectionLongSide(image: RgbImage, wantedPx: number): number {
  const longPx = Math.max(image.widthPx, image.heightPx);
  const needed = (longPx * detection.smallestFaceNetworkPx.value) / wantedPx;
  const enough = Math.max(needed, detection.longSideFloorPx.value);
  return Math.min(enough, detection.longSideCeilingPx.value, longPx);
}

function run({ id, model }: Detector, image: RgbImage, wantedPx: number, minConfidence: number) {
  switch (id) {
    case 'yunet':
      return detectYunet(model, image, detectionLongSide(image, wantedPx), minConfidence);
    case 'ultraface':
      return detectUltraface(model, image, wantedPx, minConfidence);
    case 'ssd_mobilenetv1':
      return detectSsd(model, image, minConfidence);
  }
}

/** Faces with five points each, in image pixels, surest first. */
export async function detect(detector: Detector, image: RgbImage, wanted: Wanted): Promise<Detection[]> {
  const wantedPx = smallestPx(image, wanted);
  const found = await run(detector, image, wantedPx, wanted.minConfidence);
  const faces: Detection[] = [];
  for (const face of found.filter(({ box }) => Math.min(box.w, box.h) >= wantedPx))
    faces.push(await placeLandmarks(detector.landmarks, image, face));
  return faces;
}
