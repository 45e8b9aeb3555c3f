import { createHash } from 'node:crypto';
import type { ModelEntry } from '../models/model-manifest.ts';
import { alignment } from '../parameters/alignment.ts';
import { detection } from '../parameters/detection.ts';
import { embedding } from '../parameters/embedding.ts';
import { grading } from '../parameters/grading.ts';
import { originalCrop } from '../parameters/original-crop.ts';
import { PIPELINE_REVISION } from '../parameters/pipeline-revision.ts';

/**
 * `yunet+mobilefacenet/1-4f2a90c1`: changes with a model's hash, with any number that changes what is found, and
 * with the hand-raised revision; not with comments, units or reasons.
 */
export function pipelineVersion(models: readonly ModelEntry[]): string {
  const numbers = [detection, originalCrop, alignment, embedding, grading].map((group) =>
    Object.entries(group).map(([name, { value }]) => [name, value]),
  );
  const used = models.map(({ id, sha256, adapt, views, scale }) => ({ id, sha256, adapt, views, scale }));
  const facts = JSON.stringify([PIPELINE_REVISION, used, numbers]);
  const hash = createHash('sha256').update(facts).digest('hex').slice(0, 8);
  const names = models.filter((model) => model.role !== 'landmarks').map((model) => model.id);
  return `${names.join('+')}/${PIPELINE_REVISION}-${hash}`;
}
