/** SSD MobileNet v1 (see convert/ssd-mobilenetv1.ts): boxes only, each pass on a 512 px square. */
import sharp from 'sharp';
import { suppressOverlaps } from '../math/box.ts';
import type { Model } from '../models/inference-session.ts';
import { detection } from '../parameters/detection.ts';
import type { Box } from '../types.ts';
import type { Detection, RgbImage } from './image.ts';

const INPUT_PX = 512;

/** A part of the image in whole pixels, how long its longer side is in the network's square, what is around it. */
interface DetectionPass {
  region: Box;
  sizePx: number;
  /** `mirror`: a face cut by the rim is sometimes known only with a likely rest; black is right more often. */
  around: 'black' | 'mirror';
}

/** The region scaled into the middle of the square, and the way back from the square to the image. */
async function prepare(image: RgbImage, { region, sizePx, around }: DetectionPass) {
  const scale = sizePx / Math.max(region.w, region.h);
  const width = Math.max(1, Math.round(region.w * scale));
  const height = Math.max(1, Math.round(region.h * scale));
  const left = Math.floor((INPUT_PX - width) / 2);
  const top = Math.floor((INPUT_PX - height) / 2);
  const data = await sharp(image.data, { raw: { width: image.widthPx, height: image.heightPx, channels: 3 } })
    .extract({ left: region.x, top: region.y, width: region.w, height: region.h })
    .resize(width, height, { fit: 'fill', kernel: 'linear' })
    .extend({
      left,
      top,
      right: INPUT_PX - width - left,
      bottom: INPUT_PX - height - top,
      background: '#000',
      extendWith: around === 'mirror' ? 'mirror' : 'background',
    })
    .raw()
    .toBuffer();
  const toX = (fraction: number) => region.x + ((fraction * INPUT_PX - left) * region.w) / width;
  const toY = (fraction: number) => region.y + ((fraction * INPUT_PX - top) * region.h) / height;
  return { square: new Uint8Array(data.buffer, data.byteOffset, data.length), toX, toY };
}

async function run(
  model: Model,
  image: RgbImage,
  pass: DetectionPass,
  minConfidence: number,
): Promise<Detection[]> {
  const { square, toX, toY } = await prepare(image, pass);
  const { scores, boxes } = await model.run(square, [1, INPUT_PX, INPUT_PX, 3]);
  const { x, y, w, h } = pass.region;
  const found: Detection[] = [];
  for (let i = 0; i < scores!.length; i++) {
    const score = scores![i]!;
    if (score < minConfidence) continue;
    const top = toY(boxes![4 * i]!);
    const left = toX(boxes![4 * i + 1]!);
    const bottom = toY(boxes![4 * i + 2]!);
    const right = toX(boxes![4 * i + 3]!);
    const [cx, cy] = [(left + right) / 2, (top + bottom) / 2];
    // Beyond the rim lie only mirror images.
    if (cx < x || cy < y || cx > x + w || cy > y + h) continue;
    const box = { x: Math.max(x, left), y: Math.max(y, top), w: 0, h: 0 };
    box.w = Math.min(x + w, right) - box.x;
    box.h = Math.min(y + h, bottom) - box.y;
    if (box.w > 0 && box.h > 0) found.push({ box, points: [], pointSource: 'landmark68', score });
  }
  return suppressOverlaps(found, detection.ssdNmsIou.value);
}

/** Overlapping squares over the whole image; what one cuts at its edge another shows whole. */
function tiles(image: RgbImage): Box[] {
  const side = Math.round(detection.ssdTileShare.value * Math.max(image.widthPx, image.heightPx));
  const starts = (lengthPx: number) => {
    const steps = Math.max(0, Math.ceil((lengthPx - side) / (side * (1 - detection.ssdTileOverlap.value))));
    return Array.from({ length: steps + 1 }, (_, i) =>
      steps ? Math.round(((lengthPx - side) * i) / steps) : 0,
    );
  };
  return starts(image.heightPx).flatMap((y) =>
    starts(image.widthPx).map((x) => ({
      x,
      y,
      w: Math.min(side, image.widthPx),
      h: Math.min(side, image.heightPx),
    })),
  );
}

/** A box that ends where its tile does, though the image goes on, is half a face. */
function isCut({ box }: Detection, tile: Box, image: RgbImage): boolean {
  const slack = 2;
  return (
    (tile.x > 0 && box.x - tile.x < slack) ||
    (tile.y > 0 && box.y - tile.y < slack) ||
    (tile.x + tile.w < image.widthPx && tile.x + tile.w - box.x - box.w < slack) ||
    (tile.y + tile.h < image.heightPx && tile.y + tile.h - box.y - box.h < slack)
  );
}

/**
 * Boxes in image pixels without points, overlaps suppressed, surest first. The net knows faces of a fifth of its
 * square best: what nothing is found in gets a reduced pass, a group with small faces one for each tile.
 */
export async function detectSsd(model: Model, image: RgbImage, minConfidence: number): Promise<Detection[]> {
  const region = { x: 0, y: 0, w: image.widthPx, h: image.heightPx };
  const longPx = Math.max(region.w, region.h);
  const whole = await run(model, image, { region, sizePx: INPUT_PX, around: 'black' }, minConfidence);
  const share = ({ box }: Detection) => Math.max(box.w, box.h) / longPx;
  let found = whole;
  if (whole.every((face) => share(face) > detection.ssdReduceFromFaceShare.value)) {
    for (const pass of detection.ssdReducedPasses.value) {
      found = [...(await run(model, image, { region, ...pass }, minConfidence)), ...found];
      if (found.length > 0) break;
    }
  } else if (whole.some((face) => share(face) * INPUT_PX < detection.ssdTileBelowFacePx.value)) {
    for (const tile of tiles(image)) {
      const part = await run(
        model,
        image,
        { region: tile, sizePx: INPUT_PX, around: 'black' },
        minConfidence,
      );
      found = [...found, ...part.filter((face) => !isCut(face, tile, image))];
    }
  }
  return suppressOverlaps(found, detection.ssdNmsIou.value);
}
