import { FaceEngineError } from '../errors.ts';
import type { Models } from '../pipeline/describe-faces.ts';
import { DETECTORS, type Detector } from '../pipeline/detect.ts';
import type { ExecutionProvider } from '../types.ts';
import { loadModel, type Model } from './inference-session.ts';
import { readManifest } from './model-manifest.ts';

/** Sessions of one worker: loaded when first asked for, kept for good. */
export class ModelCache {
  readonly #modelsDir: string;
  readonly #provider: ExecutionProvider;
  readonly #loaded = new Map<string, Promise<Model>>();

  constructor(modelsDir: string, provider: ExecutionProvider) {
    this.#modelsDir = modelsDir;
    this.#provider = provider;
  }

  /** Throws FaceEngineError `model_missing` where one of the two is unknown or not present. */
  async get(detector: string, recogniser: string): Promise<Models> {
    return {
      detector: await this.#detector(detector),
      recogniser: await this.#load(recogniser, 'recogniser'),
    };
  }

  async #detector(id: string): Promise<Detector> {
    const known = DETECTORS.find((detector) => detector === id);
    if (!known) throw new FaceEngineError('model_missing', `there is no code for detector ${id}`);
    return {
      id: known,
      model: await this.#load(id, 'detector'),
      landmarks: await this.#load('landmark68', 'landmarks'),
    };
  }

  #load(id: string, role: Model['entry']['role']): Promise<Model> {
    const known = this.#loaded.get(id);
    if (known) return known;
    const loading = readManifest().then((manifest) => {
      const entry = manifest.models.find((model) => model.id === id && model.role === role);
      if (!entry) throw new FaceEngineError('model_missing', `models/manifest.json has no ${role} ${id}`);
      return loadModel(entry, this.#modelsDir, this.#provider);
    });
    this.#loaded.set(id, loading);
    // A failure is not kept: the file may come later.
    loading.catch(() => this.#loaded.delete(id));
    return loading;
  }
}
