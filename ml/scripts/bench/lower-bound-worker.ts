/**
 * What a photo costs at least: libjpeg-turbo's decoding at the best scale, the encoding of the renditions, and every
 * inference that our pipeline asks for, with its very input, one after the other with nothing between them.
 */
import { readFile } from 'node:fs/promises';
import { parentPort, workerData } from 'node:worker_threads';
import sharp from 'sharp';
import { decodePixels } from '../../imaging/decode-pixels.ts';
import { RENDITION_JPEG } from '../../imaging/jpeg-quality.ts';
import { openImage } from '../../imaging/open-image.ts';
import type { Model } from '../../models/inference-session.ts';
import { ModelCache } from '../../models/model-cache.ts';
import { analyse } from '../../pipeline/analyse.ts';
import { LARGE } from '../make-large-rendition.ts';
import type { BenchAnswer, BenchRequest, BenchSetup } from './bench-pool.ts';
import { renditions } from './renditions.ts';

const port = parentPort!;
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
const recorded = new Map<string, Recorded>();

async function record(file: string): Promise<Recorded> {
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
  await analyse(listening, await renditions(file), { minConfidence: 0.6, minSizeRatio: 0.02 });
  const opened = await openImage(await readFile(file), 1e9, Number.POSITIVE_INFINITY, file);
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

/** `decode` leaves the encodings out, `faces` is the recording before anything is measured. */
async function answer({ file, part }: BenchRequest): Promise<BenchAnswer> {
  const known = recorded.get(file) ?? (await record(file));
  recorded.set(file, known);
  if (part !== 'faces') await known.decode();
  if (part === 'all') for (const encode of known.encodings) await encode();
  if (part !== 'faces') for (const infer of known.inferences) await infer();
  return { faces: 0, inferenceMs: 0 };
}

port.on('message', (request: BenchRequest) => {
  answer(request).then(
    (found) => port.postMessage(found),
    (error: unknown) => port.postMessage({ error: String(error) }),
  );
});
port.postMessage({ ready: true });
