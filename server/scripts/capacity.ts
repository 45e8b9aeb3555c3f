/**
 * `npm run capacity -- --clubs 10000 --photos-per-week 400 [--measured <file of npm run bench>] [--json | --table]`: what an
 * installation of that size needs by the measured figures and stated assumptions, each of which a flag changes, and which
 * part is passed first. It computes, opens nothing and measures nothing.
 */
import { estimate } from './capacity/estimate.ts';
import { valuesOf } from './capacity/inputs.ts';
import { ArgumentError, readArguments, withChanges } from './capacity/read-arguments.ts';
import { figuresWith } from './capacity/read-measured.ts';
import { readmeTable } from './capacity/readme-table.ts';
import { report } from './capacity/report.ts';

const EXIT_BAD_ARGUMENT = 2;

try {
  const asked = readArguments(process.argv.slice(2), Object.keys(figuresWith([])));
  const figures = withChanges(figuresWith(asked.measured), asked.changed);
  const inputs = valuesOf(figures);
  if (asked.table) for (const line of readmeTable(inputs)) console.log(line);
  else if (asked.json) console.log(JSON.stringify({ figures, ...estimate(inputs) }, null, 2));
  else for (const line of report(estimate(inputs), figures)) console.log(line);
} catch (error) {
  if (!(error instanceof ArgumentError)) throw error;
  console.error(error.message);
  process.exitCode = EXIT_BAD_ARGUMENT;
}
