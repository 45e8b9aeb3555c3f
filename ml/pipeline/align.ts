/**
 * Alignment: cuts the aligned face crop that the recogniser reads, upright and to scale, by a similarity transform. A chip,
 * here and in the rest of the engine, is such a crop; the word is dlib's.
 */
import { fitSimilarity, invert } from '../math/similarity-transform.ts';
import { alignment, referenceLandmarks } from '../parameters/alignment.ts';
import type { Detection, PointSource, RgbImage } from './image.ts';
import { mirror, warp } from './warp.ts';

export type ChipKind = 'dlib150' | 'arcface112';

export const CHIP_PX: Record<ChipKind, number> = { dlib150: 150, arcface112: 112 };

/**
 * A face as it is and, for recognisers that gain from it, its mirror image: RGB rows, `CHIP_PX` a side. For dlib the
 * first is cut closely and the second with more around it.
 */
export type Views = readonly Uint8Array[];

/** Five points in chip pixels: `(u + padding) / (1 + 2 padding) * size` for dlib's unit square. */
function template(kind: ChipKind, source: PointSource, padding: number): readonly number[] {
  if (kind === 'arcface112') return referenceLandmarks.arcface112.value;
  return referenceLandmarks.dlib150.value[source].map(
    (u) => ((u + padding) / (1 + 2 * padding)) * CHIP_PX[kind],
  );
}

function cutOut(image: RgbImage, face: Detection, kind: ChipKind, padding: number): Uint8Array | undefined {
  const toChip = fitSimilarity(face.points, template(kind, face.pointSource, padding));
  const toImage = toChip && invert(toChip);
  if (!toImage) return undefined;
  const sizePx = CHIP_PX[kind];
  const chip = new Uint8Array(3 * sizePx * sizePx);
  warp(image, toImage, sizePx, chip);
  return chip;
}

/** Undefined where the points coincide and say nothing about a face. */
export function align(image: RgbImage, face: Detection, kind: ChipKind, views: 1 | 2): Views | undefined {
  const [close, wide] = alignment.chipPaddings.value;
  const asItIs = cutOut(image, face, kind, close);
  if (views === 1) return asItIs && [asItIs];
  // ArcFace's template leaves no choice of padding: both views are the same crop.
  const other = kind === 'dlib150' ? cutOut(image, face, kind, wide) : asItIs;
  return asItIs && other && [asItIs, mirrorImage(other, kind)];
}

export function mirrorImage(chip: Uint8Array, kind: ChipKind): Uint8Array {
  const mirrored = new Uint8Array(chip.length);
  mirror(chip, CHIP_PX[kind], mirrored);
  return mirrored;
}
