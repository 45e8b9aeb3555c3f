/**
 * `npm run models`: which models are here, which could be and under which licence; gets the best of each role that is
 * missing and verifies every hash. `npm run models -- <id> …` gets the named ones too.
 */
import path from 'node:path';
import { describeAttempts, ensureModels, type ModelReport } from '../models/ensure-models.ts';
import { readManifest } from '../models/model-manifest.ts';

const manifest = await readManifest();
const also = process.argv.slice(2);
const unknown = also.filter((id) => !manifest.models.some((model) => model.id === id));
if (unknown.length > 0) {
  console.error(`Unknown: ${unknown.join(', ')}. Known: ${manifest.models.map(({ id }) => id).join(', ')}`);
  process.exit(2);
}
const accepted = (process.env.ACCEPTED_MODELS ?? '').split(/[, ]+/).filter(Boolean);
const reports = await ensureModels({
  modelsDir: path.resolve(process.env.MODELS_DIR ?? 'models'),
  source: process.env.MODELS_SOURCE || undefined,
  mode: 'asked',
  also,
  accepted,
  log: (_, message) => console.log(message),
});

/** What a model that is not here needs. */
function howToGet({ id, wanted }: ModelReport): string {
  const { consent } = manifest.models.find((model) => model.id === id)!;
  if (consent && !accepted.includes(id))
    return `for non-commercial use only: say yes in the console, or set ACCEPTED_MODELS=${id}`;
  return wanted ? 'could not be had' : `not needed; npm run models -- ${id} gets it`;
}

for (const role of ['detector', 'landmarks', 'recogniser'] as const) {
  console.log(`\n${role === 'landmarks' ? role : `${role}s`}, best first`);
  for (const report of reports.filter((each) => each.role === role)) {
    const { id, state, from, licence, wanted } = report;
    const words = state === 'missing' ? howToGet(report) : from ? `obtained from ${from}` : 'here';
    console.log(`  ${id.padEnd(21)} ${words}\n  ${''.padEnd(21)} licence: ${licence}`);
    if (state === 'missing' && wanted) console.log(`  ${''.padEnd(21)} tried: ${describeAttempts(report)}`);
  }
}
const has = (role: string) => reports.some((report) => report.role === role && report.state !== 'missing');
if (!['detector', 'landmarks', 'recogniser'].every(has)) {
  console.error('Without a detector, the landmark net and a recogniser no faces can be found.');
  process.exitCode = 1;
}
