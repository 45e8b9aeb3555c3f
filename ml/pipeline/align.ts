/**
 * Alignment: cuts the aligned face crop that the recogniser reads, upright and to scale, by a similarity transform. A chip,
 * here and in the rest of the engine, is such a crop; the word is dlib's.
 */
import { fitSimilarity, invert } from '../math/similarity-transform.ts';
import { referenceLandmarks } from '../parameters/alignment.ts';
import type { Detection, RgbImage } from './image.ts';
import { mirror, warp } from './warp.ts';

export const CHIP_PX = 112;

/** A face as it is and, for recognisers that gain from it, its mirror image: RGB rows, `CHIP_PX` a side. */
export type Views = readonly Uint8Array[];

/** The face as it is. Undefined where the points coincide and say nothing about a face. */
export function align(image: RgbImage, face: Detection): Uint8Array | undefined {
  const toChip = fitSimilarity(face.points, referenceLandmarks.value);
  const toImage = toChip && invert(toChip);
  if (!toImage) return undefined;
  const chip = new Uint8Array(3 * CHIP_PX * CHIP_PX);
  warp(image, toImage, CHIP_PX, chip);
  return chip;
}

export function mirrorImage(chip: Uint8Array): Uint8Array {
  const mirrored = new Uint8Array(chip.length);
  mirror(chip, CHIP_PX, mirrored);
  return mirrored;
}
