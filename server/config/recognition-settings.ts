import { availableParallelism } from 'node:os';
import { z } from 'zod';
import { explained, text, wholeNumber, yesOrNo } from './setting-types.ts';

/** Models and workers of face recognition: environment variables with their defaults. */
export const recognitionSettings = {
  MODELS_DIR: explained(text.default('./models'), 'Where the `.onnx` files lie. See [models](models.md).'),
  MODELS_SOURCE: explained(
    text.optional(),
    'A folder or base address to take model files from before their published places.',
  ),
  ACCEPTED_MODELS: explained(
    z
      .string()
      .regex(/^[\w, ]*$/, 'must be names of models, separated by commas')
      .default('')
      .transform((names) => names.split(/[, ]+/).filter(Boolean)),
    'Names of models with a licence for some uses only that you accept, separated by commas, such as `edgeface_xs`. See [licences](models.md#licences).',
    'none',
  ),
  SEARCH_PUBLIC_GALLERIES: explained(
    yesOrNo(true),
    'Whether *My photos* looks for people in the 500 newest public galleries of other clubs, too. `false`: photos there are found only once somebody said who it is.',
  ),
  FACE_WORKERS: explained(
    wholeNumber(1, 64).default(availableParallelism()),
    'Worker threads for recognition.',
    'one for each core',
  ),
  FACE_PROVIDER: explained(
    z.enum(['cpu', 'cuda', 'tensorrt', 'dml', 'coreml', 'webgpu']).default('cpu'),
    'What computes the models: `cuda`, `tensorrt`, `dml`, `coreml` or `webgpu` of onnxruntime, where its build and the machine’s drivers have it. Otherwise the log says why, *Face recognition* that it was so, and `cpu` is used. Not measured: only `cpu` was at hand. With a GPU one or two FACE_WORKERS are enough, each of which loads the models.',
  ),
};
