/** YuNet (Wu, Peng, Yu: "YuNet: A Tiny Millisecond-level Face Detector", 2023): anchor-free, with five points. */
import { freeMemory } from '../free-memory.ts';
import { coveredShare, intersectionOverUnion, suppressOverlaps } from '../math/box.ts';
import type { Model } from '../models/inference-session.ts';
import { detection } from '../parameters/detection.ts';
import type { Detection, RgbImage } from './image.ts';
import { resize } from './resize.ts';

const STRIDES = [8, 16, 32] as const;
const POINTS = 5;

/** To the grid, at least one cell; both directions are scaled by themselves, so nothing needs padding. */
const toGrid = (px: number) => Math.max(1, Math.round(px / detection.gridPx.value)) * detection.gridPx.value;

/** One pass over the image at a given size. Faces in image pixels, overlaps suppressed, surest first. */
async function detectAt(
  model: Model,
  image: RgbImage,
  view: RgbImage,
  minScore: number,
): Promise<Detection[]> {
  const outputs = await model.run(view.data, [1, view.heightPx, view.widthPx, 3]);
  const sx = image.widthPx / view.widthPx;
  const sy = image.heightPx / view.heightPx;
  const found: Detection[] = [];
  for (const stride of STRIDES) {
    const part = (name: string) => outputs[`${name}_${stride}`]!;
    const [classes, objects, boxes, keys] = [part('cls'), part('obj'), part('bbox'), part('kps')];
    const columns = view.widthPx / stride;
    for (let i = 0; i < classes.length; i++) {
      const score = Math.sqrt(clamp(classes[i]!) * clamp(objects[i]!));
      if (score < minScore) continue;
      const column = i % columns;
      const row = Math.floor(i / columns);
      const w = Math.exp(boxes[4 * i + 2]!) * stride;
      const h = Math.exp(boxes[4 * i + 3]!) * stride;
      const x = (column + boxes[4 * i]!) * stride - w / 2;
      const y = (row + boxes[4 * i + 1]!) * stride - h / 2;
      const points: number[] = [];
      for (let k = 0; k < POINTS; k++) {
        points.push((column + keys[2 * (POINTS * i + k)]!) * stride * sx);
        points.push((row + keys[2 * (POINTS * i + k) + 1]!) * stride * sy);
      }
      found.push({
        box: { x: x * sx, y: y * sy, w: w * sx, h: h * sy },
        points,
        score,
      });
    }
  }
  return suppressOverlaps(found, detection.yunetNmsIou.value);
}

const shorterSide = ({ box }: Detection) => Math.min(box.w, box.h);

/**
 * The long side of a finer pass, or undefined where the last one, at `longSidePx`, showed all there is to find.
 * @param sizesPx shorter sides, in pixels of that pass, of the faces it was at least a little sure of
 * @param imageLongPx no pass is larger than the image: there is no more detail in it
 */
export function finerLongSide(
  sizesPx: readonly number[],
  longSidePx: number,
  imageLongPx: number,
): number | undefined {
  const isEmpty = sizesPx.length === 0;
  // Where a second pass finds nothing either, the photo has no faces.
  if (isEmpty && longSidePx > detection.firstLongSidePx.value) return undefined;
  const smallestPx = Math.min(...sizesPx);
  if (!isEmpty && smallestPx >= detection.finerFromFacePx.value) return undefined;
  const leastPx = longSidePx * detection.finerStep.value;
  const neededPx = isEmpty ? leastPx : (longSidePx * detection.finerFacePx.value) / smallestPx;
  const finerPx = Math.min(Math.max(neededPx, leastPx), detection.longSideCeilingPx.value, imageLongPx);
  return finerPx > longSidePx ? finerPx : undefined;
}

/** Faces of a finer pass and the large ones of a coarser one, none twice. */
function joinLarge(fine: readonly Detection[], large: readonly Detection[]): Detection[] {
  return large.reduce<Detection[]>(
    (faces, face) => {
      const agrees = (other: Detection) =>
        intersectionOverUnion(other.box, face.box) > SAME_FACE_IOU && other.score >= face.score - SCORE_SLACK;
      if (faces.some(agrees)) return faces;
      return [face, ...faces.filter(({ box }) => coveredShare(box, face.box) < PART_OF)];
    },
    [...fine],
  );
}

/**
 * Faces in image pixels, surest first. Passes get finer as long as they show small faces. Where there is a large one, or
 * none, a coarse pass finds what fills the picture: in a close-up finer ones see an eye and a mouth as faces.
 * @param wantedPx shorter side of the smallest face wanted, in image pixels
 */
export async function detectYunet(
  model: Model,
  image: RgbImage,
  wantedPx: number,
  minConfidence: number,
): Promise<Detection[]> {
  const imageLongPx = Math.max(image.widthPx, image.heightPx);
  const pass = async (longSidePx: number, of: RgbImage = image) => {
    const scale = longSidePx / imageLongPx;
    const view = await resize(of, toGrid(image.widthPx * scale), toGrid(image.heightPx * scale));
    const candidates = await detectAt(
      model,
      image,
      view,
      Math.min(detection.candidateScore.value, minConfidence),
    );
    const sure = candidates.filter(({ score }) => score >= minConfidence);
    const large = sure.filter((face) => shorterSide(face) * scale >= detection.coarseSmallestFacePx.value);
    const sizesPx = candidates
      .map(shorterSide)
      .filter((px) => px >= CANDIDATE_SLACK * wantedPx)
      .map((px) => px * scale);
    return { longSidePx, view, sure, large, sizesPx };
  };
  const forget = (view: RgbImage) => view !== image && freeMemory(view.data);
  let finest = await pass(Math.min(detection.firstLongSidePx.value, imageLongPx));
  const coarsePx = detection.coarseLongSidePx.value;
  const isCloseUp =
    finest.sure.length === 0 || Math.max(...finest.sizesPx) >= detection.coarseFromFacePx.value;
  let large = isCloseUp && finest.longSidePx > coarsePx ? (await pass(coarsePx, finest.view)).large : [];
  forget(finest.view);
  for (;;) {
    const finerPx = finerLongSide(finest.sizesPx, finest.longSidePx, imageLongPx);
    if (finerPx === undefined) break;
    large = joinLarge(finest.large, large);
    finest = await pass(finerPx);
    forget(finest.view);
  }
  return joinLarge(finest.sure, large).toSorted((a, b) => b.score - a.score);
}

/** Two passes agree on a face: the finer one has the better points. */
const SAME_FACE_IOU = 0.5;
const SCORE_SLACK = 0.15;
/** So much of a box inside a larger face is a part of that face. */
const PART_OF = 0.6;
/** A candidate may be smaller than the smallest face by this factor: a finer pass may measure it larger. */
const CANDIDATE_SLACK = 0.8;

const clamp = (value: number) => Math.max(0, Math.min(1, value));
