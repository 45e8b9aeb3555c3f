/** `npm run models`: shows which models are here, gets and converts what is missing, verifies every hash. */
import path from 'node:path';
import { ensureModels } from '../sessions/ensure-models.ts';

const modelsDir = path.resolve(process.env.MODELS_DIR ?? 'models');
const source = process.env.MODELS_SOURCE || undefined;
const reports = await ensureModels({ modelsDir, source, mode: 'asked' });
for (const { id, role, state, from, attempts } of reports) {
  console.log(`${id.padEnd(16)} ${role.padEnd(11)} ${state}${from ? ` from ${from}` : ''}`);
  if (state === 'missing')
    for (const { from: tried, fault } of attempts) console.log(`    ${tried}: ${fault}`);
}
const has = (role: string) => reports.some((report) => report.role === role && report.state !== 'missing');
if (!['detector', 'landmarks', 'recogniser'].every(has)) {
  console.error('Without a detector, the landmark net and a recogniser no faces can be found.');
  process.exitCode = 1;
}
