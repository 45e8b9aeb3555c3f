/** Station 2: where the faces are, whichever detector finds them. */
import { detection } from '../parameters.ts';
import type { Model } from '../sessions/session.ts';
import type { PointSource } from './align.ts';
import { detectSsd } from './detect-ssd.ts';
import { detectYunet } from './detect-yunet.ts';
import type { Detection, RgbImage } from './image.ts';
import { findLandmarks } from './landmarks.ts';

/** A detector with what it needs beside it. */
export type Detector =
  | { id: 'yunet'; model: Model }
  | { id: 'ssd_mobilenetv1'; model: Model; landmarks: Model };

export const pointSource = (detector: Detector): PointSource =>
  detector.id === 'yunet' ? 'yunet' : 'landmark68';

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

/** Faces with five points each, in image pixels, surest first. */
export async function detect(detector: Detector, image: RgbImage, wanted: Wanted): Promise<Detection[]> {
  const wantedPx = smallestPx(image, wanted);
  const bigEnough = ({ box }: Detection) => Math.min(box.w, box.h) >= wantedPx;
  if (detector.id === 'yunet') {
    const longSidePx = detectionLongSide(image, wantedPx);
    return (await detectYunet(detector.model, image, longSidePx, wanted.minConfidence)).filter(bigEnough);
  }
  const boxes = (await detectSsd(detector.model, image, wanted.minConfidence)).filter(bigEnough);
  const faces: Detection[] = [];
  for (const face of boxes) faces.push(await findLandmarks(detector.landmarks, image, face));
  return faces;
}
