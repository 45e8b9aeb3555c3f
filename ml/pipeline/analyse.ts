/** The pipeline in order: decode, detect, align, grade, embed. */
import type { Model } from '../sessions/session.ts';
import type { AnalysedFace, Analysis, AnalysisTimings } from '../types.ts';
import { align, CHIP_PX, type Views } from './align.ts';
import { decode } from './decode.ts';
import { type Detector, detect, type Wanted } from './detect.ts';
import { embed } from './embed.ts';
import { estimateBlur, estimateYaw, grade } from './grade.ts';
import type { Detection, RgbImage } from './image.ts';
import { pipelineVersion } from './version.ts';

export interface Models {
  detector: Detector;
  recogniser: Model;
}

export const versionOf = ({ detector, recogniser }: Models): string =>
  pipelineVersion([detector.model.entry, detector.landmarks.entry, recogniser.entry]);

interface Candidate {
  face: AnalysedFace;
  views: Views;
}

/** Undefined for points that span no face. */
function examine(models: Models, image: RgbImage, found: Detection): Candidate | undefined {
  const { chip: kind = 'arcface112', views: count = 1 } = models.recogniser.entry;
  const views = align(image, found, kind, count);
  if (!views) return undefined;
  const { box, points, score } = found;
  const { widthPx, heightPx } = image;
  const quality = {
    score,
    sizePx: Math.min(box.w, box.h),
    blur: views.reduce((sum, chip) => sum + estimateBlur(chip, CHIP_PX[kind]) / views.length, 0),
    yaw: estimateYaw(points),
  };
  const face: AnalysedFace = {
    box: clip({ x: box.x / widthPx, y: box.y / heightPx, w: box.w / widthPx, h: box.h / heightPx }),
    landmarks: points.map((value, i) => value / (i % 2 === 0 ? widthPx : heightPx)),
    ...quality,
    grade: grade(quality),
    embedding: new Float32Array(0),
  };
  return { face, views };
}

/** Detectors look beyond the rim; what is shown to people does not. */
function clip({ x, y, w, h }: AnalysedFace['box']): AnalysedFace['box'] {
  const left = Math.min(Math.max(x, 0), 1);
  const top = Math.min(Math.max(y, 0), 1);
  return { x: left, y: top, w: Math.min(x + w, 1) - left, h: Math.min(y + h, 1) - top };
}

/**
 * All faces of one upright picture (a path or its bytes), in reading order of their boxes' upper edges. Throws
 * FaceEngineError `image_unreadable` where the file is no picture.
 */
export async function analyse(models: Models, file: string | Uint8Array, wanted: Wanted): Promise<Analysis> {
  const started = performance.now();
  const image = await decode(file);
  const decoded = performance.now();
  const found = await detect(models.detector, image, wanted);
  const detected = performance.now();
  const candidates = found
    .map((each) => examine(models, image, each))
    .filter((each) => each !== undefined)
    .toSorted((a, b) => a.face.box.y - b.face.box.y || a.face.box.x - b.face.box.x);
  const aligned = performance.now();
  const usable = candidates.filter(({ face }) => face.grade !== 'ignore');
  const vectors = await embed(
    models.recogniser,
    usable.map(({ views }) => views),
  );
  usable.forEach(({ face }, i) => {
    face.embedding = vectors[i]!;
  });
  const ended = performance.now();
  const timings: AnalysisTimings = {
    decode: decoded - started,
    detect: detected - decoded,
    align: aligned - detected,
    embed: ended - aligned,
    total: ended - started,
  };
  return {
    pipelineVersion: versionOf(models),
    widthPx: image.widthPx,
    heightPx: image.heightPx,
    faces: candidates.map(({ face }) => face),
    timings,
  };
}
