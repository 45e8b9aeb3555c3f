/** The pipeline in order: decode, detect, align, grade, embed. */
import { freeMemory } from '../free-memory.ts';
import { originalCrop } from '../parameters/original-crop.ts';
import type { Analysis } from '../types.ts';
import { decodeRendition } from './decode-rendition.ts';
import { describeFaces, type Models } from './describe-faces.ts';
import { type DetectionLimits, detect, reductionOf } from './detect.ts';
import type { Detection, RgbImage } from './image.ts';
import { pipelineVersion } from './version.ts';

const versionOf = ({ detector, recogniser }: Models): string =>
  pipelineVersion([detector.model.entry, detector.landmarks.entry, recogniser.entry]);

/** Faces of a rendition; those in `small` are not described yet, because the original has more pixels of them. */
export interface FirstAnalysis {
  analysis: Analysis;
  /** In pixels of the rendition. */
  small: Detection[];
}

/**
 * All faces of one upright picture (a path or its bytes), in reading order of their boxes' upper edges. Throws
 * FaceEngineError `image_unreadable` where the file is no picture.
 */
export async function analyse(
  models: Models,
  file: string | Uint8Array,
  wanted: DetectionLimits,
): Promise<Analysis> {
  return (await run(models, file, wanted, () => false)).analysis;
}

/** The same of a rendition whose original can be read: faces that are too small in it are left to analyse-crops.ts. */
export const analyseAllButSmall = (
  models: Models,
  file: string | Uint8Array,
  wanted: DetectionLimits,
): Promise<FirstAnalysis> =>
  run(models, file, wanted, (image, { box }) => {
    const reduction = reductionOf(image, wanted.original);
    const isSmall = Math.min(box.w, box.h) < originalCrop.fromOriginalBelowPx.value;
    return isSmall && reduction >= originalCrop.fromReduction.value;
  });

async function run(
  models: Models,
  file: string | Uint8Array,
  wanted: DetectionLimits,
  isPutOff: (image: RgbImage, face: Detection) => boolean,
): Promise<FirstAnalysis> {
  const started = performance.now();
  const image = await decodeRendition(file);
  const decoded = performance.now();
  const found = await detect(models.detector, image, wanted);
  const detected = performance.now();
  const small = found.filter((face) => isPutOff(image, face));
  const { widthPx, heightPx } = image;
  const frame = { left: 0, top: 0, widthPx, heightPx };
  const here = found.filter((face) => !small.includes(face));
  const { faces, timings } = await describeFaces(
    models,
    here.map((detection) => ({ image, frame, detection })),
  );
  freeMemory(image.data);
  return {
    analysis: {
      pipelineVersion: versionOf(models),
      widthPx,
      heightPx,
      faces,
      timings: {
        decode: decoded - started,
        detect: detected - decoded,
        ...timings,
        total: performance.now() - started,
      },
    },
    small,
  };
}
