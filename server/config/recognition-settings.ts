import { availableParallelism } from 'node:os';
import { z } from 'zod';
import { text, wholeNumber } from './setting-types.ts';

/** Models and workers of face recognition: environment variables with their defaults. */
export const recognitionSettings = {
  MODELS_DIR: text.default('./models'),
  /** A folder or base address to take model files from instead of their published places. */
  MODELS_SOURCE: text.optional(),
  /** Models whose licence allows only some uses and is accepted for this server, separated by commas. */
  ACCEPTED_MODELS: z
    .string()
    .regex(/^[\w, ]*$/, 'must be names of models, separated by commas')
    .default('')
    .transform((names) => names.split(/[, ]+/).filter(Boolean)),
  FACE_WORKERS: wholeNumber(1, 64).default(availableParallelism()),
  /** What computes the models; where it cannot be used, cpu. */
  FACE_PROVIDER: z.enum(['cpu', 'cuda', 'tensorrt', 'dml', 'coreml', 'webgpu']).default('cpu'),
};
