/** Five points for a detector that gives none, from the 68-point net. */
import type { SimilarityTransform } from '../math/similarity-transform.ts';
import type { Model } from '../sessions/session.ts';
import type { Detection, RgbImage } from './image.ts';
import { warp } from './warp.ts';

const INPUT_PX = 112;
/** Numbering of the 300-W face markup: which of the 68 points make each of the five (mean of several). */
const FIVE = [[36, 37, 38, 39, 40, 41], [42, 43, 44, 45, 46, 47], [30], [48], [54]] as const;

/** A square of the image, `side` pixels wide around a centre and turned by `angle`, as the net's input sees it. */
function squareToImage(cx: number, cy: number, side: number, angle: number): SimilarityTransform {
  const scale = side / INPUT_PX;
  const a = scale * Math.cos(angle);
  const b = scale * Math.sin(angle);
  const middle = (INPUT_PX - 1) / 2;
  return { a, b, tx: cx - (a * middle - b * middle), ty: cy - (b * middle + a * middle) };
}

async function fivePoints(model: Model, image: RgbImage, square: SimilarityTransform): Promise<number[]> {
  const crop = new Uint8Array(3 * INPUT_PX * INPUT_PX);
  warp(image, square, INPUT_PX, crop);
  const { points } = await model.run(crop, [1, INPUT_PX, INPUT_PX, 3]);
  return FIVE.flatMap((members) => {
    let u = 0;
    let v = 0;
    for (const member of members) {
      u += (points![2 * member]! * INPUT_PX) / members.length;
      v += (points![2 * member + 1]! * INPUT_PX) / members.length;
    }
    return [square.a * u - square.b * v + square.tx, square.b * u + square.a * v + square.ty];
  });
}

/** Fills in `points` (image pixels) from the box. */
export async function findLandmarks(model: Model, image: RgbImage, face: Detection): Promise<Detection> {
  const { x, y, w, h } = face.box;
  const square = squareToImage(x + w / 2, y + h / 2, Math.max(w, h), 0);
  return { ...face, points: await fivePoints(model, image, square) };
}
