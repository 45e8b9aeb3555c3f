import { toSql } from 'pgvector/kysely';
import type { FaceTools, Needs, PictureMaker } from '#server/app-context.ts';
import { AppError } from '#server/contract/app-error.ts';
import { renditionBytes, renditionSizes } from '#server/contract/rendition-sizes.ts';
import { analysisSettings, getFaceSettings } from '#server/features/faces/recognition/face-settings.ts';
import type { PhotoStore } from '#server/storage/photo-store.ts';

export type FaceDependencies = Needs<'db' | 'engine'> & {
  store: Pick<PhotoStore, 'draft'>;
  imaging: PictureMaker;
  maxPixels: number;
  faces: FaceTools;
};
type Analysed = Awaited<ReturnType<FaceTools['analyse']>>['faces'][number];
export type Point = { x: number; y: number };

/** Stricter than for faces of galleries: the person is there and can send another picture. */
const limits = {
  sizePx: 60,
  score: 0.75,
  blur: 0.75,
  yaw: 30,
  /** Faces smaller than this share of the largest are people in the background. */
  ofLargest: 0.5,
};
/** Longer side, in pixels, of the crop around the face. */
const CROP_PX = 224;

export type ReadFace =
  | { faces: Analysed['box'][] }
  | { embedding: string; recogniser: string; pipelineVersion: string; crop: Buffer };

/**
 * Reads the one face of a picture by which somebody wants to be found, or the boxes of several to choose from. Stores
 * nothing; the caller may store the crop.
 * @param path the file as it was sent; decoded in a process of its own. It is not removed.
 * @param chosen a point within the right face, where there are several
 * @throws AppError face_none, face_too_small, face_blurred, face_turned_away; errors of the decoder
 */
export async function readFace(
  { db, engine, store, imaging, maxPixels, faces }: FaceDependencies,
  path: string,
  chosen?: Point,
): Promise<ReadFace> {
  const settings = await getFaceSettings(db, engine);
  const draft = await store.draft(renditionBytes.large);
  const upright = draft.path;
  try {
    const renditions = { large: { path: upright, longSide: renditionSizes.large } };
    await imaging.makeRenditions({ source: path, renditions, maxPixels });
    const analysis = await faces.analyse({ path: upright, ...analysisSettings(settings) });
    const found = inForeground(analysis.faces);
    const face = chosen ? found.find(({ box }) => holds(box, chosen)) : found[0];
    if (!chosen && found.length > 1) return { faces: found.map(({ box }) => box) };
    if (!face || face.score < limits.score) throw new AppError('face_none');
    if (face.sizePx < limits.sizePx || face.embedding.length === 0) throw new AppError('face_too_small');
    if (Math.abs(face.yaw) > limits.yaw) throw new AppError('face_turned_away');
    if (face.blur > limits.blur) throw new AppError('face_blurred');
    return {
      embedding: toSql([...face.embedding]),
      recogniser: settings.recognition_model,
      pipelineVersion: analysis.pipelineVersion,
      crop: await faces.crop(upright, face.box, CROP_PX),
    };
  } finally {
    await draft.discard();
  }
}

function inForeground(all: readonly Analysed[]): Analysed[] {
  const largest = Math.max(0, ...all.map(({ sizePx }) => sizePx));
  return all.filter(({ sizePx }) => sizePx >= largest * limits.ofLargest);
}

const holds = ({ x, y, w, h }: Analysed['box'], point: Point) =>
  point.x >= x && point.x <= x + w && point.y >= y && point.y <= y + h;
