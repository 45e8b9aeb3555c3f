/** From published weights to ONNX bytes. Deterministic: equal weights give equal bytes. */
import { convertEdgeface } from './edgeface.ts';
import { convertLandmark68 } from './landmark68.ts';
import type { ReadPackageFile } from './npm-package.ts';
import { convertSface } from './sface.ts';
import { readWeights, type Weights } from './tensorflow-js-weights.ts';
import { convertUltraface } from './ultraface.ts';

type Converter = (readFile: ReadPackageFile) => Promise<Buffer>;

/** A net whose weights the npm package `@vladmandic/face-api` holds. */
const ofFaceApi =
  (weights: string, convert: (weights: Weights) => Buffer): Converter =>
  async (readFile) =>
    convert(await readWeights(`model/${weights}`, readFile));
/** A net that stands in one file. */
const ofFile =
  (file: string, convert: (bytes: Buffer) => Buffer): Converter =>
  async (readFile) =>
    convert(await readFile(file));

const CONVERTERS: Record<string, Converter> = {
  edgeface_xs: ofFile('edgeface_xs_q.pt', convertEdgeface),
  landmark68: ofFaceApi('face_landmark_68_model', convertLandmark68),
  sface: ofFile('assets/models/sface.onnx', convertSface),
  ultraface: ofFile('model/fr_detect.onnx', convertUltraface),
};

/** Rejects where `id` names no converted model or the weights are not as expected. */
export async function convertModel(id: string, readFile: ReadPackageFile): Promise<Buffer> {
  const convert = CONVERTERS[id];
  if (!convert) throw new Error(`no converter for model ${id}`);
  return convert(readFile);
}
