/** UltraFace RFB-320 (see convert/ultraface.ts): prior boxes on four grids, no points. */
import sharp from 'sharp';
import { coveredShare, intersectionOverUnion, suppressOverlaps } from '../math/box.ts';
import type { Model } from '../models/inference-session.ts';
import { detection } from '../parameters/detection.ts';
import type { Detection, RgbImage } from './image.ts';
import { resize } from './resize.ts';

/** Grids with their cells and the sides of their prior boxes, in pixels of the net (config/fd_config.py). */
const GRIDS = [
  { cellPx: 8, priorsPx: [10, 16, 24] },
  { cellPx: 16, priorsPx: [32, 48] },
  { cellPx: 32, priorsPx: [64, 96] },
  { cellPx: 64, priorsPx: [128, 192, 256] },
] as const;
/** Encoding of a box: its centre in tenths, its size in fifths of the prior's. */
const CENTRE_VARIANCE = 0.1;
const SIZE_VARIANCE = 0.2;

/** Faces in pixels of the view, overlaps suppressed, surest first; `minConfidence` in the net's own scores. */
async function detectAt(model: Model, view: RgbImage, minConfidence: number): Promise<Detection[]> {
  const { scores, offsets } = await model.run(view.data, [1, view.heightPx, view.widthPx, 3]);
  const found: Detection[] = [];
  let i = 0;
  for (const { cellPx, priorsPx } of GRIDS) {
    const columns = Math.ceil(view.widthPx / cellPx);
    const rows = Math.ceil(view.heightPx / cellPx);
    for (let row = 0; row < rows; row++)
      for (let column = 0; column < columns; column++)
        for (const prior of priorsPx) {
          // Two scores for each prior: background, face.
          const score = scores![2 * i + 1]!;
          if (score >= minConfidence) {
            const [dx = 0, dy = 0, dw = 0, dh = 0] = offsets!.subarray(4 * i, 4 * i + 4);
            const w = Math.exp(dw * SIZE_VARIANCE) * prior;
            const h = Math.exp(dh * SIZE_VARIANCE) * prior;
            const x = (column + 0.5) * cellPx + dx * CENTRE_VARIANCE * prior - w / 2;
            const y = (row + 0.5) * cellPx + dy * CENTRE_VARIANCE * prior - h / 2;
            found.push({ box: { x, y, w, h }, points: [], score });
          }
          i++;
        }
  }
  return suppressOverlaps(found, detection.ultrafaceNmsIou.value);
}

/** A face of a view as a face of the image; `left` and `top` are the view's margins around the picture. */
const toImage = (
  { box, ...rest }: Detection,
  scale: { x: number; y: number },
  { left, top }: { left: number; top: number },
): Detection => ({
  ...rest,
  box: {
    x: (box.x - left) * scale.x,
    y: (box.y - top) * scale.y,
    w: box.w * scale.x,
    h: box.h * scale.y,
  },
});

/** One pass over the whole image, which is scaled down to a long side of `longSidePx` and never enlarged. */
async function detectWhole(
  model: Model,
  image: RgbImage,
  longSidePx: number,
  minConfidence: number,
): Promise<Detection[]> {
  const scale = Math.min(1, longSidePx / Math.max(image.widthPx, image.heightPx));
  const sizeOf = (px: number) => Math.max(1, Math.round(px * scale));
  const view = await resize(image, sizeOf(image.widthPx), sizeOf(image.heightPx));
  const back = { x: image.widthPx / view.widthPx, y: image.heightPx / view.heightPx };
  return (await detectAt(model, view, minConfidence)).map((face) => toImage(face, back, { left: 0, top: 0 }));
}

/** One pass over the image in the middle of a black square: a face that fills a picture is too large for the net. */
async function detectWithMargin(model: Model, image: RgbImage, minConfidence: number): Promise<Detection[]> {
  const { sidePx, picturePx } = detection.ultrafaceCloseUp.value;
  const scale = Math.min(1, picturePx / Math.max(image.widthPx, image.heightPx));
  const sizeOf = (px: number) => Math.max(1, Math.round(px * scale));
  const small = await resize(image, sizeOf(image.widthPx), sizeOf(image.heightPx));
  const left = Math.floor((sidePx - small.widthPx) / 2);
  const top = Math.floor((sidePx - small.heightPx) / 2);
  const raw = { width: small.widthPx, height: small.heightPx, channels: 3 } as const;
  const data = await sharp(small.data, { raw })
    .extend({
      left,
      top,
      right: sidePx - small.widthPx - left,
      bottom: sidePx - small.heightPx - top,
      background: '#000',
    })
    .raw()
    .toBuffer();
  const view = { data: new Uint8Array(data), widthPx: sidePx, heightPx: sidePx };
  const back = { x: image.widthPx / small.widthPx, y: image.heightPx / small.heightPx };
  return (await detectAt(model, view, minConfidence)).map((face) => toImage(face, back, { left, top }));
}

/** From a score on YuNet's scale, on which the setting of the confidence is, to UltraFace's score and back. */
const spread = detection.ultrafaceScoreSpread;
const toUltrafaceScore = (score: number) => 1 - (1 - score) * spread.value;
const fromUltrafaceScore = (score: number) => Math.max(0, 1 - (1 - score) / spread.value);

/**
 * Boxes in image pixels without points, overlaps suppressed, surest first. A finer pass adds small faces only. A pass
 * with a margin, in which every face is small, decides about large ones: in the others a chin may be a face of its own.
 */
export async function detectUltraface(
  model: Model,
  image: RgbImage,
  wantedPx: number,
  minConfidence: number,
): Promise<Detection[]> {
  const least = toUltrafaceScore(minConfidence);
  const longPx = Math.max(image.widthPx, image.heightPx);
  const coarsePx = detection.ultrafaceLongSidePx.value;
  const finePx = Math.min(detection.ultrafaceFineLongSidePx.value, longPx);
  const largestPx = (detection.ultrafaceFineLargestFacePx.value * longPx) / finePx;
  const side = ({ box }: Detection) => Math.max(box.w, box.h);
  let found = await detectWhole(model, image, coarsePx, least);
  if (finePx > coarsePx && wantedPx <= largestPx) {
    const fine = await detectWhole(model, image, finePx, least);
    found = [...found, ...fine.filter((face) => side(face) <= largestPx)];
  }
  const closeUpPx = detection.ultrafaceCloseUpFromShare.value * longPx;
  if (found.length === 0 || found.some((face) => side(face) > closeUpPx)) {
    const small = found.filter((face) => side(face) <= closeUpPx);
    const seen = await detectWithMargin(model, image, least);
    const large = seen.flatMap((whole) => {
      // The other pass has the better box of the same face; the one with the highest score comes first.
      const same = found.find(
        (face) => side(face) > closeUpPx && intersectionOverUnion(face.box, whole.box) > SAME_FACE_IOU,
      );
      return same ?? (side(whole) > closeUpPx ? whole : []);
    });
    const isPart = (face: Detection) => large.some((whole) => coveredShare(face.box, whole.box) > PART_OF);
    found = [...large, ...small.filter((face) => !isPart(face))];
  }
  return suppressOverlaps(found, detection.ultrafaceNmsIou.value).map((face) => ({
    ...face,
    score: fromUltrafaceScore(face.score),
  }));
}

const SAME_FACE_IOU = 0.3;
/** So much of a box inside a larger face is a part of that face, an eye or a mouth. */
const PART_OF = 0.6;
