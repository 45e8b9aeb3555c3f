/** From a manifest entry to a session that runs: verified bytes, uint8 input, tuned options. */
import { withUint8Input } from '../convert/uint8-input.ts';
import { FaceEngineError } from '../errors.ts';
import { readScatter } from '../normalisation/read-scatter.ts';
import type { ScatterNormalisation } from '../normalisation/scatter-normalisation.ts';
import type { ExecutionProvider } from '../types.ts';
import { readModelFile } from './model-file.ts';
import type { ModelEntry } from './model-manifest.ts';
import { inNativeCall } from './native-calls.ts';
import { env, InferenceSession, listSupportedBackends, Tensor } from './onnxruntime.ts';

export interface Model {
  entry: ModelEntry;
  /** Of a recogniser for which one was fitted. */
  scatter?: ScatterNormalisation | undefined;
  /** Runs on bytes [n, h, w, 3] RGB; answers the outputs the manifest names. */
  run(bytes: Uint8Array, dims: readonly number[]): Promise<Record<string, Float32Array>>;
  release(): Promise<void>;
}

/**
 * One thread inside a session, many sessions side by side: with two workers that reaches 0.94 of the bound, two
 * threads each 0.3. `all` brings the NCHWc layout, which is 2 to 2.7 times faster; the lesser levels bring nothing.
 * Memory patterns keep a plan and its memory for every size of photo: without them two workers settle at 615 MB
 * instead of 753, at the same speed. The arena stays: without it they take 1.1 GB.
 */
const OPTIONS = {
  graphOptimizationLevel: 'all',
  executionMode: 'sequential',
  intraOpNumThreads: 1,
  interOpNumThreads: 1,
  enableMemPattern: false,
  logSeverityLevel: 3,
} as const;

/** Throws FaceEngineError `model_missing` where the file is absent or not the one in the manifest. */
export async function loadModel(
  entry: ModelEntry,
  modelsDir: string,
  provider: ExecutionProvider = 'cpu',
): Promise<Model> {
  const { bytes, fault } = await readModelFile(entry, modelsDir);
  if (!bytes) throw new FaceEngineError('model_missing', `model ${entry.id}: ${fault}`);
  const model = await createModel(entry, bytes, provider);
  // The session has its own copy; these bytes would lie about until the next collection, up to 38 MB for each worker.
  if (bytes.byteLength === bytes.buffer.byteLength) (bytes.buffer as ArrayBuffer).transfer(0);
  return model;
}

/** The same from bytes already verified (or, in tests, made up). */
export async function createModel(
  entry: ModelEntry,
  bytes: Buffer,
  provider: ExecutionProvider = 'cpu',
): Promise<Model> {
  const graph = entry.adapt ? withUint8Input(bytes, entry.adapt) : bytes;
  requireProvider(provider);
  // What the provider cannot compute is left to the processor.
  const executionProviders = provider === 'cpu' ? ['cpu'] : [provider, 'cpu'];
  const session = await inNativeCall(() =>
    InferenceSession.create(graph, { ...OPTIONS, executionProviders }),
  );
  const absent = entry.outputs.filter((name) => !session.outputNames.includes(name));
  const [input] = session.inputNames;
  if (absent.length > 0 || !input || session.inputNames.length !== 1)
    throw new FaceEngineError('model_missing', `model ${entry.id} lacks outputs ${absent.join(', ')}`);
  const { scatter, embedding = 0 } = entry;
  return {
    entry,
    scatter: scatter && (await readScatter(scatter, embedding)),
    async run(image, dims) {
      const feeds = { [input]: new Tensor('uint8', image, dims) };
      const results = await inNativeCall(() => session.run(feeds, entry.outputs));
      const plain: Record<string, Float32Array> = {};
      for (const name of entry.outputs) {
        const tensor = results[name];
        if (!tensor) throw new FaceEngineError('engine_failed', `model ${entry.id} gave no ${name}`);
        plain[name] = tensor.data as Float32Array;
      }
      return plain;
    },
    release: () => session.release(),
  };
}

/** The library would do without one that its build lacks, and say nothing that a program can read. */
function requireProvider(provider: ExecutionProvider): void {
  if (provider === 'cpu') return;
  env.logLevel = 'fatal'; // why one fails is in the error; the library writes its own lines besides
  const names = listSupportedBackends().map(({ name }) => name);
  if (!names.includes(provider))
    throw new FaceEngineError('engine_failed', `this build of onnxruntime knows ${names.join(', ')} only`);
}
