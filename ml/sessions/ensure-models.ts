/** What `npm start` and `npm run models` do: see what is there, get or make what is missing, say what was tried. */
import { openPackage, type ReadPackageFile } from '../convert/npm-package.ts';
import type { EngineLog } from '../types.ts';
import { type ModelEntry, type ModelManifest, readManifest } from './manifest.ts';
import { readModelFile, writeModelFile } from './model-file.ts';
import { type Attempt, type OpenPackage, obtainModel, type Patience } from './obtain-model.ts';

/** A start must not wait for a network that is not there. */
const START_PATIENCE: Patience = { connectMs: 2000, totalMs: 15_000, packageMs: 120_000 };
/** Someone who asked for the models is willing to wait for them. */
const ASKED_PATIENCE: Patience = { connectMs: 15_000, totalMs: 600_000, packageMs: 600_000 };

export interface EnsureModelsOptions {
  modelsDir: string;
  /** MODELS_SOURCE: a folder or a base address that holds files under the names of the manifest. */
  source?: string;
  /** `start` skips large optional downloads and gives up soon; `asked` gets everything. Default `start`. */
  mode?: 'start' | 'asked';
  log?: EngineLog;
}

export interface ModelReport {
  id: string;
  role: ModelEntry['role'];
  state: 'present' | 'obtained' | 'missing';
  /** False for a large optional model that a start does not download; its absence is no fault. */
  wanted: boolean;
  from?: string;
  attempts: Attempt[];
}

/** A package is opened when a model first needs it, once for all models made from it. */
function packageOpener({ packages }: ModelManifest, timeoutMs: number): OpenPackage {
  const opened = new Map<string, Promise<ReadPackageFile>>();
  return (id) => {
    const known = opened.get(id);
    if (known) return known;
    const wanted = packages.find((entry) => entry.id === id);
    const opening = wanted
      ? openPackage(wanted, timeoutMs)
      : Promise.reject(new Error('models/manifest.json names no such package'));
    opened.set(id, opening);
    return opening;
  };
}

async function ensureModel(
  model: ModelEntry,
  options: EnsureModelsOptions,
  patience: Patience,
  open: OpenPackage,
): Promise<ModelReport> {
  const asked = options.mode === 'asked';
  const { origin } = model;
  const notAskedFor = origin.kind === 'address' && !origin.atStart && !asked;
  const report = { id: model.id, role: model.role, wanted: !notAskedFor };
  const { fault } = await readModelFile(model, options.modelsDir);
  if (!fault) return { ...report, state: 'present', attempts: [] };
  const attempts: Attempt[] = [{ from: 'models folder', fault }];
  const got = await obtainModel(model, options.source, patience, open, !notAskedFor);
  attempts.push(...got.attempts);
  if (!got.bytes && notAskedFor) attempts.push({ from: origin.address, fault: 'not asked for' });
  if (!got.bytes) return { ...report, state: 'missing', attempts };
  try {
    await writeModelFile(model, options.modelsDir, got.bytes);
  } catch (error) {
    attempts.push({ from: 'writing', fault: (error as Error).message });
    return { ...report, state: 'missing', attempts };
  }
  return { ...report, state: 'obtained', from: got.from, attempts };
}

/**
 * Brings the models folder into order. Never rejects for a model that cannot be had: its report says `missing`
 * and why, and the engine does without. Safe to run in two processes at once.
 */
export async function ensureModels(options: EnsureModelsOptions): Promise<ModelReport[]> {
  const manifest = await readManifest();
  const patience = options.mode === 'asked' ? ASKED_PATIENCE : START_PATIENCE;
  const open = packageOpener(manifest, patience.packageMs);
  const reports = await Promise.all(
    manifest.models.map((model) => ensureModel(model, options, patience, open)),
  );
  for (const { id, state, from } of reports)
    if (state === 'obtained') options.log?.('info', `model ${id} obtained`, { from });
  return reports;
}

/** What was tried for one model and why it failed, on one line. */
export function describeAttempts({ id, attempts }: ModelReport): string {
  return `${id}: ${attempts.map(({ from, fault }) => `${from}: ${fault}`).join('; ')}`;
}
