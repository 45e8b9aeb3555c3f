/** From the weights in the npm package to ONNX bytes. Deterministic: equal weights give equal bytes. */
import { convertDlibResnet } from './dlib-resnet.ts';
import { convertLandmark68 } from './landmark68.ts';
import type { ReadPackageFile } from './npm-package.ts';
import { convertSsdMobilenetv1 } from './ssd-mobilenetv1.ts';
import { readWeights } from './weights.ts';

const CONVERTERS = {
  dlib_resnet: { weights: 'face_recognition_model', convert: convertDlibResnet },
  landmark68: { weights: 'face_landmark_68_model', convert: convertLandmark68 },
  ssd_mobilenetv1: { weights: 'ssd_mobilenetv1_model', convert: convertSsdMobilenetv1 },
} as const;

/** Throws Error where `id` names no converted model or the package's weights are not as expected. */
export async function convertModel(id: string, readFile: ReadPackageFile): Promise<Buffer> {
  if (!(id in CONVERTERS)) throw new Error(`no converter for model ${id}`);
  const { weights, convert } = CONVERTERS[id as keyof typeof CONVERTERS];
  return convert(await readWeights(`model/${weights}`, readFile));
}
