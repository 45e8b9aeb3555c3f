/**
 * What a photo costs at least: libjpeg-turbo's decoding at the best scale, the encoding of the renditions, and every
 * inference that our pipeline asks for, with its very input, one after the other with nothing between them.
 */
import { readFile } from 'node:fs/promises';
import { workerData } from 'node:worker_threads';
import sharp from 'sharp';
import { decodePixels } from '#ml/imaging/decode-pixels.ts';
import { RENDITION_JPEG } from '#ml/imaging/jpeg-quality.ts';
import { openImage } from '#ml/imaging/open-image.ts';
import type { Model } from '#ml/models/inference-session.ts';
import { ModelCache } from '#ml/models/model-cache.ts';
import { analyse } from '#ml/pipeline/analyse.ts';
import { LARGE } from '#ml/scripts/make-large-rendition.ts';
import { answerRequests } from './answer-requests.ts';
import type { BenchAnswer, BenchRequest, BenchSetup } from './bench-pool.ts';
import { renditions } from './renditions.ts';

const { modelsDir, detector, recogniser } = workerData as BenchSetup;
const models = await new ModelCache(modelsDir, 'cpu').get(detector, recogniser);
type Inference = () => Promise<unknown>;
type Encoding = () => Promise<unknown>;

/** The work of one photo, known from having done it once. */
interface Recorded {
  decode(): Promise<unknown>;
  encodings: Encoding[];
  inferences: Inference[];
}
const recordedPhotos = new Map<string, Recorded>();
const recordedRenditions = new Map<string, Recorded>();

async function recordInferences(rendition: string | Buffer): Promise<Inference[]> {
  const inferences: Inference[] = [];
  const listen = (model: Model): Model => ({
    ...model,
    run(bytes, dims) {
      const own = bytes.slice();
      inferences.push(() => model.run(own, dims));
      return model.run(bytes, dims);
    },
  });
  const { detector: found, recogniser: net } = models;
  const listening = {
    detector: { ...found, model: listen(found.model), landmarks: listen(found.landmarks) },
    recogniser: listen(net),
  };
  await analyse(listening, rendition, { minConfidence: 0.6, minSizeRatio: 0.02 });
  return inferences;
}

async function recordPhoto(file: string): Promise<Recorded> {
  const inferences = await recordInferences(await renditions(file));
  const opened = await openImage(await readFile(file), 1e9, { file });
  const encodings: Encoding[] = [];
  for (const longSide of [LARGE.sidePx, 800, 320]) {
    const { data, ...raw } = await decodePixels(opened, longSide);
    const quality = longSide === LARGE.sidePx ? RENDITION_JPEG.largeQuality : RENDITION_JPEG.quality;
    encodings.push(() =>
      sharp(data, { raw })
        .jpeg({ ...RENDITION_JPEG.options, quality })
        .toBuffer(),
    );
  }
  const scale = LARGE.sidePx / Math.max(opened.width, opened.height);
  const by = ([8, 4, 2] as const).find((each) => each * scale <= 1);
  const decode = () => ((by && opened.shrunkPipeline?.(by)) ?? opened.pipeline.clone()).raw().toBuffer();
  return { decode, encodings, inferences };
}

async function recordRendition(file: string): Promise<Recorded> {
  const inferences = await recordInferences(file);
  return { decode: () => sharp(file).raw().toBuffer(), encodings: [], inferences };
}

async function recorded({ file, part }: BenchRequest): Promise<Recorded> {
  const isRendition = part === 'faces';
  const photos = isRendition ? recordedRenditions : recordedPhotos;
  const known = photos.get(file) ?? (await (isRendition ? recordRendition(file) : recordPhoto(file)));
  photos.set(file, known);
  return known;
}

/** `decode` leaves the encodings out, `faces` reads a rendition as it is, `record` is the recording of a photo alone. */
async function answer(request: BenchRequest): Promise<BenchAnswer> {
  const known = await recorded(request);
  if (request.part !== 'record') {
    await known.decode();
    if (request.part === 'all') for (const encode of known.encodings) await encode();
    for (const infer of known.inferences) await infer();
  }
  return { faces: 0, inferenceMs: 0 };
}

answerRequests(answer);
