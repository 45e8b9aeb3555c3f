/** From found faces to described ones: landmarks, chip, grade, embedding. */
import type { Model } from '../models/inference-session.ts';
import { embedding } from '../parameters/embedding.ts';
import type { AnalysedFace, AnalysisTimings, PixelSize } from '../types.ts';
import { align, CHIP_PX, mirrorImage, type Views } from './align.ts';
import type { Detector } from './detect.ts';
import { embed } from './embed.ts';
import { estimateBlur, estimateYaw, grade, type Quality } from './grade.ts';
import type { Detection, RgbImage } from './image.ts';
import { placeLandmarks } from './landmarks.ts';

export interface Models {
  detector: Detector;
  recogniser: Model;
}

/** A picture of this size, and where in it an image begins that shows a part of it. */
interface Frame extends PixelSize {
  left: number;
  top: number;
}

/** A face in pixels of the image that it is cut from. */
export interface FoundFace {
  image: RgbImage;
  frame: Frame;
  detection: Detection;
}

interface Candidate {
  face: AnalysedFace;
  views: Views;
}

/** Undefined for points that span no face. */
async function examine(
  models: Models,
  { image, frame, detection }: FoundFace,
): Promise<Candidate | undefined> {
  const found = await placeLandmarks(models.detector.landmarks, image, detection);
  const chip = align(image, found);
  if (!chip) return undefined;
  const { box, points, score } = found;
  const toX = (x: number) => (x + frame.left) / frame.widthPx;
  const toY = (y: number) => (y + frame.top) / frame.heightPx;
  const quality = {
    score,
    sizePx: Math.min(box.w, box.h),
    blur: estimateBlur(chip, CHIP_PX),
    yaw: estimateYaw(points),
  };
  const face: AnalysedFace = {
    box: clip({ x: toX(box.x), y: toY(box.y), w: box.w / frame.widthPx, h: box.h / frame.heightPx }),
    landmarks: points.map((value, i) => (i % 2 === 0 ? toX(value) : toY(value))),
    ...quality,
    grade: grade(quality),
    embedding: new Float32Array(0),
  };
  const isMirrored = models.recogniser.entry.views === 2 && !isPlain(quality);
  return { face, views: isMirrored ? [chip, mirrorImage(chip)] : [chip] };
}

/** Whether the mirror image would say nothing new to the recogniser. */
const isPlain = ({ yaw, blur, sizePx }: Quality): boolean =>
  Math.abs(yaw) <= embedding.plainToYaw.value &&
  blur <= embedding.plainToBlur.value &&
  sizePx >= embedding.plainFromPx.value;

/** Detectors look beyond the rim; what is shown to people does not. */
function clip({ x, y, w, h }: AnalysedFace['box']): AnalysedFace['box'] {
  const left = Math.min(Math.max(x, 0), 1);
  const top = Math.min(Math.max(y, 0), 1);
  return { x: left, y: top, w: Math.min(x + w, 1) - left, h: Math.min(y + h, 1) - top };
}

/** In reading order of the boxes' upper edges, with the milliseconds that it took. */
export async function describeFaces(
  models: Models,
  found: readonly FoundFace[],
): Promise<{ faces: AnalysedFace[]; timings: Pick<AnalysisTimings, 'align' | 'embed'> }> {
  const started = performance.now();
  const candidates: Candidate[] = [];
  for (const each of found) {
    const candidate = await examine(models, each);
    if (candidate) candidates.push(candidate);
  }
  const aligned = performance.now();
  const usable = candidates.filter(({ face }) => face.grade !== 'ignore');
  const vectors = await embed(
    models.recogniser,
    usable.map(({ views }) => views),
  );
  usable.forEach(({ face }, i) => {
    face.embedding = vectors[i]!;
  });
  return {
    faces: inReadingOrder(candidates.map(({ face }) => face)),
    timings: { align: aligned - started, embed: performance.now() - aligned },
  };
}

export const inReadingOrder = (faces: readonly AnalysedFace[]): AnalysedFace[] =>
  faces.toSorted((a, b) => a.box.y - b.box.y || a.box.x - b.box.x);
