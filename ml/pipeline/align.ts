/** Alignment: the face chip that the recogniser reads, cut upright and to scale by a similarity transform. */
import { fitSimilarity, invert } from '../math/similarity-transform.ts';
import { alignment } from '../parameters/alignment.ts';
import type { Detection, PointSource, RgbImage } from './image.ts';
import { mirror, warp } from './warp.ts';

export type ChipKind = 'dlib150' | 'arcface112';
/**
 * Unit square of dlib's 68-point mean face (dlib/image_transforms/interpolation.h, get_face_chip_details): eyes
 * are means of points 36-41 and 42-47, nose is 30, mouth corners 48 and 54. YuNet's points were mapped through
 * dlib's own alignment on 383 faces; the symmetrised medians are its row.
 */
const DLIB_UNIT: Record<PointSource, readonly number[]> = {
  landmark68: [0.2255, 0.216, 0.7548, 0.216, 0.4901, 0.5156, 0.2541, 0.7802, 0.7261, 0.7802],
  yunet: [0.2175, 0.2202, 0.7628, 0.2202, 0.4901, 0.5472, 0.2473, 0.7855, 0.733, 0.7855],
};

/** ArcFace's five points at 112 px (insightface, face_align.py), which SFace was trained on too. */
const ARCFACE_112 = [
  38.2946, 51.6963, 73.5318, 51.5014, 56.0252, 71.7366, 41.5493, 92.3655, 70.7299, 92.2041,
] as const;

export const CHIP_PX: Record<ChipKind, number> = { dlib150: 150, arcface112: 112 };

/**
 * A face as it is and, for recognisers that gain from it, its mirror image: RGB rows, `CHIP_PX` a side. For dlib the
 * first is cut closely and the second with more around it.
 */
export type Views = readonly Uint8Array[];

/** Five points in chip pixels: `(u + padding) / (1 + 2 padding) * size` for dlib's unit square. */
function template(kind: ChipKind, source: PointSource, padding: number): readonly number[] {
  if (kind === 'arcface112') return ARCFACE_112;
  return DLIB_UNIT[source].map((u) => ((u + padding) / (1 + 2 * padding)) * CHIP_PX[kind]);
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
