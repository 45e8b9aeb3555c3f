/** YuNet (Wu, Peng, Yu: "YuNet: A Tiny Millisecond-level Face Detector", 2023): anchor-free, with five points. */
import { coveredShare, intersectionOverUnion, suppressOverlaps } from '../math/box.ts';
import { detection } from '../parameters/detection.ts';
import type { Model } from '../sessions/session.ts';
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
  minConfidence: number,
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
      if (score < minConfidence) continue;
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
        pointSource: 'yunet',
        score,
      });
    }
  }
  return suppressOverlaps(found, detection.yunetNmsIou.value);
}

const viewOf = (image: RgbImage, longSidePx: number, of: RgbImage = image): Promise<RgbImage> => {
  const scale = longSidePx / Math.max(image.widthPx, image.heightPx);
  return resize(of, toGrid(image.widthPx * scale), toGrid(image.heightPx * scale));
};

/**
 * Faces in image pixels, surest first. `longSidePx` is the network's view of the image. A second, coarse pass
 * finds what fills the picture: in a close-up the fine one sees an eye and a mouth as faces of their own.
 */
export async function detectYunet(
  model: Model,
  image: RgbImage,
  longSidePx: number,
  minConfidence: number,
): Promise<Detection[]> {
  const fineView = await viewOf(image, longSidePx);
  const fine = await detectAt(model, image, fineView, minConfidence);
  const coarsePx = detection.coarseLongSidePx.value;
  if (longSidePx < 2 * coarsePx) return fine;
  const coarse = await detectAt(model, image, await viewOf(image, coarsePx, fineView), minConfidence);
  const largePx = (detection.coarseSmallestFacePx.value / coarsePx) * Math.max(image.widthPx, image.heightPx);
  return coarse
    .filter(({ box }) => Math.min(box.w, box.h) >= largePx)
    .reduce((faces, large) => {
      const agrees = (face: Detection) =>
        intersectionOverUnion(face.box, large.box) > SAME_FACE_IOU && face.score >= large.score - SCORE_SLACK;
      if (faces.some(agrees)) return faces;
      return [large, ...faces.filter(({ box }) => coveredShare(box, large.box) < PART_OF)];
    }, fine)
    .toSorted((a, b) => b.score - a.score);
}

/** Both passes agree on a face: the finer one has the better points. */
const SAME_FACE_IOU = 0.5;
const SCORE_SLACK = 0.15;
/** So much of a box inside a larger face is a part of that face. */
const PART_OF = 0.6;

const clamp = (value: number) => Math.max(0, Math.min(1, value));
